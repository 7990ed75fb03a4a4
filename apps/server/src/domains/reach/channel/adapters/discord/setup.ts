import type { Setup } from '../../adapter.ts'

const portal = 'https://discord.com/developers/applications'
export const setup: Setup = {
  modes: ['long'],
  steps: [
    { text: { en: 'Create an application in the developer portal', zh: '在开发者后台创建应用' }, url: portal },
    {
      text: {
        en: 'Under Bot, switch the Message Content Intent on and copy the token',
        zh: '在 Bot 页面开启 Message Content Intent 并复制令牌',
      },
    },
    {
      text: {
        en: 'Under OAuth2, make an address with the scope bot and the permissions View Channels, Send Messages and Attach Files, and open it to add the bot to a server',
        zh: '在 OAuth2 页面生成带 bot 权限及“查看频道、发送消息、附加文件”的邀请链接，打开后将机器人加入服务器',
      },
    },
  ],
  fields: [
    {
      name: 'token',
      label: { en: 'Bot token', zh: '机器人令牌' },
      isSecret: true,
      pattern: {
        source: String.raw`^[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}$`,
        words: {
          en: 'this is not a bot token. It has three parts with dots between them',
          zh: '不是有效的机器人令牌，应为以点分隔的三段',
        },
      },
    },
    {
      name: 'api_base',
      label: { en: 'Address of the API', zh: 'API 地址' },
      hint: {
        en: 'Only behind a proxy of your own. Empty for discord.com',
        zh: '仅在使用自有代理时填写，留空则为 discord.com',
      },
      isOptional: true,
      pattern: {
        source: String.raw`^https?://[^\s/]+/?$`,
        words: { en: 'write it as https://example.org', zh: '请按 https://example.org 的格式填写' },
      },
    },
  ],
}
