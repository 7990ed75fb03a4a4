import type { Setup, SetupField } from '../../adapter.ts'
import { plainField, secretField } from '../fields.ts'

const host = (name: string, en: string, zh: string, example: string): SetupField => ({
  ...plainField(name, en, zh),
  hint: { en: example, zh: example },
  isAddress: true,
  pattern: {
    source: String.raw`^[\w.:-]+$`,
    words: { en: 'write only the name of the server', zh: '只填写服务器名称' },
  },
})
const number = (name: string, en: string, zh: string, usual: string, usualZh: string, source: string): SetupField => ({
  ...plainField(name, en, zh),
  hint: { en: `Empty for ${usual}`, zh: `留空则为 ${usualZh}` },
  isOptional: true,
  pattern: { source, words: { en: 'must be a number', zh: '须为数字' } },
})
const tls = { value: 'tls', label: { en: 'TLS', zh: 'TLS' } }
const starttls = { value: 'starttls', label: { en: 'STARTTLS', zh: 'STARTTLS' } }
const none = { value: 'none', label: { en: 'None, inside your own network only', zh: '不加密（仅限内网）' } }
const port = '^[0-9]{1,5}$'
const line: NonNullable<SetupField['pattern']> = {
  source: String.raw`^[^\x00-\x1f\x7f]+$`,
  words: { en: 'must be one line', zh: '须为单行文本' },
}

export const setup: Setup = {
  modes: ['long'],
  steps: [
    {
      text: {
        en: 'Create a mailbox for the bot alone: it answers every email that people send there',
        zh: '为智能体准备专用邮箱，发到该邮箱的邮件都会得到回复',
      },
    },
    {
      text: {
        en: 'Turn on IMAP and SMTP in the settings of the mailbox. Most providers give you an app password for this',
        zh: '在邮箱设置中开启 IMAP 与 SMTP，多数服务商会提供专用的授权码',
      },
    },
    {
      text: {
        en: 'Email that was there before is not answered. Automatic replies, lists and bounces never are',
        zh: '已有的邮件不会被回复；自动回复、邮件列表与退信一律不回复',
      },
    },
  ],
  fields: [
    {
      ...plainField('address', 'Email address', '邮箱地址'),
      pattern: {
        source: String.raw`^[^\s@<>"]+@[^\s@<>"]+$`,
        words: { en: 'write it as bot@example.org', zh: '请按 bot@example.org 的格式填写' },
      },
    },
    { ...secretField('password', 'Password or app password', '密码或授权码'), pattern: line },
    {
      ...plainField('user', 'User name', '用户名'),
      hint: { en: 'Empty when it is the email address', zh: '与邮箱地址相同时留空' },
      isOptional: true,
      pattern: line,
    },
    host('imap_host', 'IMAP server', 'IMAP 服务器', 'imap.example.org'),
    number(
      'imap_port',
      'IMAP port',
      'IMAP 端口',
      '993, or 143 without TLS from the start',
      '993（非 TLS 直连为 143）',
      port,
    ),
    {
      ...plainField('imap_security', 'IMAP encryption', 'IMAP 加密方式'),
      isOptional: true,
      choices: [tls, starttls, none],
    },
    host('smtp_host', 'SMTP server', 'SMTP 服务器', 'smtp.example.org'),
    number(
      'smtp_port',
      'SMTP port',
      'SMTP 端口',
      '465, or 587 without TLS from the start',
      '465（非 TLS 直连为 587）',
      port,
    ),
    {
      ...plainField('smtp_security', 'SMTP encryption', 'SMTP 加密方式'),
      isOptional: true,
      choices: [tls, starttls, none],
    },
    {
      ...plainField('sender_name', 'Name of the sender', '发件人名称'),
      isOptional: true,
      pattern: line,
    },
    number(
      'hourly_limit',
      'Answers to one sender in an hour',
      '每小时回复同一发件人的次数',
      '10',
      '10',
      '^[1-9][0-9]{0,2}$',
    ),
    {
      ...plainField('trusted_server', 'Only senders that this server has verified', '仅回复经此服务器验证的发件人'),
      hint: {
        en: 'The name that your mail server writes into Authentication-Results. Empty: every sender is answered',
        zh: '你的邮件服务器写入 Authentication-Results 的名称；留空则回复所有发件人',
      },
      isOptional: true,
      pattern: { source: String.raw`^[\w.-]+$`, words: { en: 'write only the name', zh: '只填写名称' } },
    },
  ],
}
