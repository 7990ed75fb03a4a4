import type { Setup } from '../../adapter.ts'

export const setup: Setup = {
  modes: ['webhook'],
  isLocalFine: true,
  steps: [
    {
      text: {
        en: 'Enter the address of your program. It is told of every message of the bot, and has to answer with 2xx',
        zh: '填写你的程序地址。机器人的每条消息都会发送到该地址，程序须返回 2xx',
      },
    },
    {
      text: { en: 'Let your program send its events to this address', zh: '让你的程序将事件发送到此地址' },
      copies: 'hookUrl',
    },
    {
      text: {
        en: 'Both sides sign with this secret: x-orrery-signature is t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">',
        zh: '双方均用此密钥签名：x-orrery-signature 为 t=<秒>,v1=<对 "<秒>.<请求体>" 的 HMAC-SHA-256 十六进制值>',
      },
      copies: 'hookSecret',
    },
  ],
  fields: [
    {
      name: 'url',
      label: { en: 'Address of your program', zh: '程序地址' },
      hint: { en: 'https://example.org/bot', zh: 'https://example.org/bot' },
      pattern: {
        source: String.raw`^https?://\S+$`,
        words: { en: 'must be an address with http or https', zh: '须为 http 或 https 地址' },
      },
    },
  ],
}
