import type { Setup } from '../../adapter.ts'

export const setup: Setup = {
  modes: ['long', 'webhook'],
  steps: [
    {
      text: {
        en: 'Write /newbot to @BotFather in Telegram and follow its questions. It gives you a token',
        zh: '在 Telegram 中向 @BotFather 发送 /newbot，按提示操作后获得令牌',
      },
      url: 'https://t.me/BotFather',
    },
    {
      text: {
        en: 'To answer in groups without being mentioned, switch the privacy mode off with /setprivacy',
        zh: '如需在群组中无需提及也能回答，请用 /setprivacy 关闭隐私模式',
      },
      url: 'https://t.me/BotFather',
    },
    { text: { en: 'Enter the token below and test the connection', zh: '在下方填写令牌并测试连接' } },
  ],
  fields: [
    {
      name: 'token',
      label: { en: 'Bot token', zh: '机器人令牌' },
      hint: { en: 'From @BotFather, like 123456789:AAE…', zh: '由 @BotFather 提供，形如 123456789:AAE…' },
      isSecret: true,
      pattern: {
        source: String.raw`^\d{5,15}:[\w-]{20,80}$`,
        words: {
          en: 'this is not a token of @BotFather. It is a number, a colon and about 35 characters',
          zh: '不是有效的机器人令牌，应为数字、冒号和约 35 个字符',
        },
      },
    },
    {
      name: 'api_base',
      label: { en: 'Address of the API', zh: 'API 地址' },
      hint: {
        en: 'Only for a Bot API server of your own. Empty for api.telegram.org',
        zh: '仅在使用自建 Bot API 服务时填写，留空则为 api.telegram.org',
      },
      isOptional: true,
      pattern: {
        source: String.raw`^https?://[^\s/]+/?$`,
        words: { en: 'write it as https://example.org', zh: '请按 https://example.org 的格式填写' },
      },
    },
  ],
}
