import type { Setup } from '../../adapter.ts'
import { plainField, secretField } from '../fields.ts'

export const setup: Setup = {
  modes: ['webhook'],
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
        en: 'Copy its Bot ID, token and encoding key, enter them here and save',
        zh: '复制 Bot ID、Token 与 EncodingAESKey，填写到此处并保存',
      },
    },
    {
      text: {
        en: 'Enter this address there and save. WeCom calls it at once; then test here',
        zh: '在该页填写此地址并保存，企业微信会立即回调验证，随后在此处测试',
      },
      copies: 'hookUrl',
    },
  ],
  fields: [plainField('bot_id', 'Bot ID'), secretField('token', 'Token'), secretField('aes_key', 'EncodingAESKey')],
}
