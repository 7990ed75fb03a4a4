import type { Setup } from '../../adapter.ts'

/** Permissions that the app needs, by their names in Slack. */
export const scopes = [
  'app_mentions:read',
  'chat:write',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'files:read',
  'files:write',
]
const apps = 'https://api.slack.com/apps'

export const setup: Setup = {
  modes: ['long', 'webhook'],
  steps: [
    { text: { en: 'Create an app for your workspace at Slack', zh: '在 Slack 为你的工作区创建应用' }, url: apps },
    {
      text: {
        en: `Under OAuth & Permissions, add the bot token scopes ${scopes.join(', ')}, then install the app`,
        zh: `在 OAuth & Permissions 中添加 Bot Token 权限 ${scopes.join('、')}，然后安装应用`,
      },
    },
    {
      text: {
        en: 'Switch Socket Mode on and make an app-level token with the scope connections:write',
        zh: '开启 Socket Mode，并创建带有 connections:write 权限的应用级令牌',
      },
      mode: 'long',
    },
    {
      text: {
        en: 'Under Event Subscriptions and under Interactivity, enter this address',
        zh: '在 Event Subscriptions 与 Interactivity 中填写此地址',
      },
      copies: 'hookUrl',
      mode: 'webhook',
    },
    {
      text: {
        en: 'Subscribe to the bot events message.im, message.channels, message.groups and app_mention',
        zh: '订阅机器人事件 message.im、message.channels、message.groups 与 app_mention',
      },
    },
  ],
  fields: [
    {
      name: 'bot_token',
      label: { en: 'Bot token', zh: '机器人令牌' },
      hint: { en: 'Begins with xoxb-', zh: '以 xoxb- 开头' },
      isSecret: true,
      pattern: {
        source: '^xoxb-[A-Za-z0-9-]{10,}$',
        words: {
          en: 'must begin with xoxb-. It is shown under OAuth & Permissions',
          zh: '须以 xoxb- 开头，见 OAuth & Permissions',
        },
      },
    },
    {
      name: 'app_token',
      label: { en: 'App-level token', zh: '应用级令牌' },
      hint: { en: 'Begins with xapp-', zh: '以 xapp- 开头' },
      isSecret: true,
      mode: 'long',
      pattern: {
        source: '^xapp-[A-Za-z0-9-]{10,}$',
        words: {
          en: 'must begin with xapp-. It is shown under Basic Information',
          zh: '须以 xapp- 开头，见 Basic Information',
        },
      },
    },
    {
      name: 'signing_secret',
      label: { en: 'Signing secret', zh: '签名密钥' },
      hint: { en: 'Under Basic Information', zh: '见 Basic Information' },
      isSecret: true,
      mode: 'webhook',
    },
    {
      name: 'api_base',
      label: { en: 'Address of the API', zh: 'API 地址' },
      hint: {
        en: 'Only behind a proxy of your own. Empty for slack.com',
        zh: '仅在使用自有代理时填写，留空则为 slack.com',
      },
      isOptional: true,
      pattern: {
        source: String.raw`^https?://[^\s/]+/?$`,
        words: { en: 'write it as https://example.org', zh: '请按 https://example.org 的格式填写' },
      },
    },
  ],
}
