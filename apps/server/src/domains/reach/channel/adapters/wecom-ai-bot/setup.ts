import type { Setup } from '../../adapter.ts'
import { apiBase, plainField, secretField } from '../fields.ts'

export const setup: Setup = {
  modes: ['long', 'webhook'],
  steps: [
    {
      text: {
        en: 'Create a bot under Security and Management › Management Tools › Smart Bots, in API mode',
        zh: '在“安全与管理 › 管理工具 › 智能机器人”中创建机器人，选择“API 模式”',
      },
      url: 'https://work.weixin.qq.com/wework_admin/frame#/aiHelper/create',
    },
    {
      text: {
        en: 'Choose the long connection there, copy the Bot ID and the secret, enter them here and save',
        zh: '连接方式选择“长连接”，复制 Bot ID 与 Secret，填写到此处并保存',
      },
      mode: 'long',
    },
    {
      text: {
        en: 'Copy its Bot ID, token and encoding key, enter them here and save',
        zh: '复制 Bot ID、Token 与 EncodingAESKey，填写到此处并保存',
      },
      mode: 'webhook',
    },
    {
      text: {
        en: 'Enter this address there and save. WeCom calls it at once; then test here',
        zh: '在该页填写此地址并保存，企业微信会立即回调验证，随后在此处测试',
      },
      copies: 'hookUrl',
      mode: 'webhook',
    },
  ],
  fields: [
    plainField('bot_id', 'Bot ID'),
    { ...secretField('bot_secret', 'Secret'), mode: 'long' },
    { ...secretField('token', 'Token'), mode: 'webhook' },
    { ...secretField('aes_key', 'EncodingAESKey'), mode: 'webhook' },
    { ...apiBase('openws.work.weixin.qq.com'), mode: 'long' },
  ],
}
