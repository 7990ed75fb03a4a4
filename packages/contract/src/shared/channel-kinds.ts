/** Platforms on which people can chat with a published bot or chatflow. */
export interface ChannelKind {
  id: string
  key: string
  en: { name: string; desc: string }
  zh: { name: string; desc: string }
  /** How it is bound: 3 by entered values; 4 and 8 by entered values and the authorisation of a person. */
  bindType: number
  /** Only signs in visitors of a program, who then chat through the API. The platform carries no messages. */
  isForVisitors?: true
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
    id: '20000003',
    key: 'wechat',
    en: { name: 'WeChat official account', desc: 'Answers followers of a verified official account' },
    zh: { name: '微信公众号', desc: '回答已认证公众号的关注者' },
    bindType: 3,
  },
  {
    id: '20000004',
    key: 'wechat_mini_program',
    en: { name: 'WeChat mini program', desc: 'Answers people who write to the customer service of a mini program' },
    zh: { name: '微信小程序', desc: '回答在小程序客服会话中提问的用户' },
    bindType: 8,
  },
  {
    id: '20000005',
    key: 'wecom',
    en: { name: 'WeCom', desc: 'Answers colleagues as an app of an organisation' },
    zh: { name: '企业微信', desc: '以自建应用的形式回答企业成员' },
    bindType: 3,
  },
  {
    id: '20000006',
    key: 'wecom_ai_bot',
    en: { name: 'WeCom AI bot', desc: 'Answers colleagues in private chats and groups, word by word' },
    zh: { name: '企业微信智能机器人', desc: '在企业的单聊与群聊中逐字回答' },
    bindType: 3,
  },
  {
    id: '20000007',
    key: 'dingtalk',
    en: { name: 'DingTalk', desc: 'Answers in private chats and groups of an organisation' },
    zh: { name: '钉钉', desc: '在企业的单聊与群聊中回答' },
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
    id: '20000011',
    key: 'whatsapp',
    en: { name: 'WhatsApp', desc: 'Answers on a business number of the Cloud API' },
    zh: { name: 'WhatsApp', desc: '通过 Cloud API 的商业号码回答' },
    bindType: 8,
  },
  {
    id: '20000012',
    key: 'line',
    en: { name: 'LINE', desc: 'Answers friends and groups of an official account' },
    zh: { name: 'LINE', desc: '回答官方账号的好友与群组' },
    bindType: 3,
  },
  {
    id: '20000013',
    key: 'messenger',
    en: { name: 'Messenger', desc: 'Answers people who write to a Facebook page' },
    zh: { name: 'Messenger', desc: '回答联系 Facebook 主页的用户' },
    bindType: 8,
  },
  {
    id: '20000014',
    key: 'mail',
    en: { name: 'Email', desc: 'Answers what people write to a mailbox, in the same thread' },
    zh: { name: '电子邮件', desc: '回复发到指定邮箱的邮件，并保持在同一邮件会话中' },
    bindType: 3,
  },
  {
    id: '20000015',
    key: 'webhook',
    en: { name: 'Signed webhook', desc: 'Connects any of your programs: signed events in, signed answers out' },
    zh: { name: '签名 Webhook', desc: '接入任意自有程序：签名的事件进，签名的回答出' },
    bindType: 3,
  },
  {
    id: '20000016',
    key: 'douyin_mini_program',
    en: { name: 'Douyin mini program', desc: 'Lets visitors of a mini program chat with the bot inside it' },
    zh: { name: '抖音小程序', desc: '让小程序的访客在小程序内与智能体对话' },
    bindType: 3,
    isForVisitors: true,
  },
]
export const channelKindOf = (id: string): ChannelKind | undefined => channelKinds.find((kind) => kind.id === id)
