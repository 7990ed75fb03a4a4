import type { Setup } from '../../adapter.ts'
import { apiBase, secretField } from '../fields.ts'

export const setup: Setup = {
  modes: ['webhook'],
  steps: [
    {
      text: {
        en: 'Create a Messaging API channel for your official account',
        zh: '为你的官方账号创建 Messaging API 渠道',
      },
      url: 'https://developers.line.biz/console/',
    },
    {
      text: {
        en: 'Copy the channel secret, and issue a long-lived channel access token. The address below is entered for you',
        zh: '复制 Channel secret，并签发长期 Channel access token。下面的地址会自动填入',
      },
      copies: 'hookUrl',
    },
    {
      text: {
        en: 'Switch Use webhook on and the greeting and auto-reply messages off. To answer in groups, allow the bot to join them',
        zh: '开启 Use webhook，关闭欢迎消息与自动回复。如需在群组中回答，请允许机器人加入群组',
      },
    },
  ],
  fields: [
    secretField('channel_secret', 'Channel secret'),
    secretField('access_token', 'Channel access token'),
    apiBase('api.line.me'),
  ],
}
