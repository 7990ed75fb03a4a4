import { defineErrors } from '#kit/errors.ts'

export const triggerErrors = defineErrors({
  badCron: {
    code: 720230001,
    status: 400,
    en: 'config: {cron} is no schedule. Write cron as five fields, e.g. "0 9 * * 1-5", and timeZone as e.g. "Asia/Shanghai"',
    zh: 'config：{cron} 不是有效的时间表。cron 为五段，如 "0 9 * * 1-5"，timeZone 如 "Asia/Shanghai"',
  },
  badJson: { code: 720230002, status: 400, en: '{field}: write a JSON object', zh: '{field}：须为 JSON 对象' },
  forged: {
    code: 720230003,
    status: 401,
    en: 'The signature does not fit. Sign "<time>.<body>" with the secret of the webhook',
    zh: '签名不正确，请用 webhook 密钥对 "<time>.<body>" 签名',
  },
  tooOld: {
    code: 720230004,
    status: 401,
    en: 'The delivery was signed more than {minutes} minutes ago, or in the future',
    zh: '签名时间超出 {minutes} 分钟的有效范围',
  },
  tooMany: {
    code: 720230005,
    status: 400,
    en: 'A workflow has at most {max} triggers',
    zh: '每个工作流最多 {max} 个触发器',
  },
})
