import type { Setup } from '../../adapter.ts'
import type { FeishuId } from './api.ts'

const consoles: Record<FeishuId, string> = {
  '20000001': 'https://open.feishu.cn/app',
  '20000002': 'https://open.larksuite.com/app',
}
export const setupFor = (id: FeishuId): Setup => ({
  modes: ['long', 'webhook'],
  steps: [
    {
      text: { en: 'Create a custom app and switch its Bot ability on', zh: '创建企业自建应用，并开启“机器人”能力' },
      url: consoles[id],
    },
    {
      text: {
        en: 'Under Permissions & Scopes, add im:message, im:message:send_as_bot, im:message.group_at_msg and im:resource',
        zh: '在“权限管理”中添加 im:message、im:message:send_as_bot、im:message.group_at_msg 与 im:resource',
      },
    },
    {
      text: {
        en: 'Under Events & Callbacks, choose the long connection for events and for callbacks',
        zh: '在“事件与回调”中，事件与回调均选择“使用长连接接收”',
      },
      mode: 'long',
    },
    {
      text: {
        en: 'Under Events & Callbacks, set an encrypt key, and enter this address for events and for callbacks',
        zh: '在“事件与回调”中设置 Encrypt Key，并将此地址填为事件与回调的请求地址',
      },
      copies: 'hookUrl',
      mode: 'webhook',
    },
    {
      text: {
        en: 'Subscribe to im.message.receive_v1 and card.action.trigger, then publish a version of the app',
        zh: '订阅 im.message.receive_v1 与 card.action.trigger，然后发布应用版本',
      },
    },
  ],
  fields: [
    {
      name: 'app_id',
      label: { en: 'App ID', zh: 'App ID' },
      hint: { en: 'Begins with cli_', zh: '以 cli_ 开头' },
      pattern: {
        source: '^cli_[A-Za-z0-9]{8,40}$',
        words: { en: 'must begin with cli_', zh: '须以 cli_ 开头' },
      },
    },
    { name: 'app_secret', label: { en: 'App Secret', zh: 'App Secret' }, isSecret: true },
    { name: 'encrypt_key', label: { en: 'Encrypt key', zh: 'Encrypt Key' }, isSecret: true, mode: 'webhook' },
    {
      name: 'verification_token',
      label: { en: 'Verification token', zh: 'Verification Token' },
      isSecret: true,
      mode: 'webhook',
    },
    {
      name: 'api_base',
      label: { en: 'Address of the API', zh: 'API 地址' },
      hint: { en: 'Only for a private deployment', zh: '仅在私有化部署时填写' },
      isOptional: true,
      pattern: {
        source: String.raw`^https?://[^\s/]+/?$`,
        words: { en: 'write it as https://example.org', zh: '请按 https://example.org 的格式填写' },
      },
    },
  ],
})
