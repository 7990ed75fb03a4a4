/** Platforms on which people write to a published bot or chatflow. */
export interface ChannelKind {
  id: string
  key: string
  en: { name: string; desc: string }
  zh: { name: string; desc: string }
  /** How it is bound: 3 by values, 4 by values and a person's authorisation, 8 by both. */
  bindType: number
}

export const channelKinds: readonly ChannelKind[] = [
  {
    id: '20000001',
    key: 'feishu',
    en: { name: 'Feishu', desc: 'Answers in private chats, groups and topics of an organisation in China' },
    zh: { name: '飞书', desc: '在企业的单聊、群聊与话题中回答' },
    bindType: 3,
  },
  {
    id: '20000002',
    key: 'lark',
    en: { name: 'Lark', desc: 'Answers in private chats, groups and topics of an organisation' },
    zh: { name: 'Lark', desc: '在国际版企业的单聊、群聊与话题中回答' },
    bindType: 3,
  },
  {
    id: '20000008',
    key: 'slack',
    en: { name: 'Slack', desc: 'Answers in direct messages, channels and threads of a workspace' },
    zh: { name: 'Slack', desc: '在工作区的私信、频道与话题中回答' },
    bindType: 3,
  },
  {
    id: '20000009',
    key: 'discord',
    en: { name: 'Discord', desc: 'Answers in direct messages and in channels of servers' },
    zh: { name: 'Discord', desc: '在私信与服务器频道中回答' },
    bindType: 3,
  },
  {
    id: '20000010',
    key: 'telegram',
    en: { name: 'Telegram', desc: 'Answers in private chats and groups' },
    zh: { name: 'Telegram', desc: '在私聊与群组中回答' },
    bindType: 3,
  },
  {
    id: '20000015',
    key: 'webhook',
    en: { name: 'Signed webhook', desc: 'Connects any program of yours: signed events in, signed answers out' },
    zh: { name: '签名 Webhook', desc: '接入任意自有程序：签名的事件进，签名的回答出' },
    bindType: 3,
  },
]
export const channelKindOf = (id: string): ChannelKind | undefined => channelKinds.find((kind) => kind.id === id)
