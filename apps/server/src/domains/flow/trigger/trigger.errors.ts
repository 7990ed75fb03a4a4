import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const triggerErrors = defineErrors(ErrorCode.trigger, {
  badCron: {
    status: 400,
    en: 'config: {cron} is no schedule. Write cron as five fields, e.g. "0 9 * * 1-5", and timeZone as e.g. "Asia/Shanghai"',
    zh: 'config：{cron} 不是有效的时间表。cron 为五段，如 "0 9 * * 1-5"，timeZone 如 "Asia/Shanghai"',
  },
  badJson: { status: 400, en: '{field}: write a JSON object', zh: '{field}：须为 JSON 对象' },
  forged: {
    status: 401,
    en: 'The signature does not fit. Sign "<time>.<body>" with the secret of the webhook',
    zh: '签名不正确，请用 webhook 密钥对 "<time>.<body>" 签名',
  },
  tooOld: {
    status: 401,
    en: 'The delivery was signed more than {minutes} minutes ago, or in the future',
    zh: '签名时间超出 {minutes} 分钟的有效范围',
  },
  tooMany: {
    status: 400,
    en: 'A workflow has at most {max} triggers',
    zh: '每个工作流最多 {max} 个触发器',
  },
})
