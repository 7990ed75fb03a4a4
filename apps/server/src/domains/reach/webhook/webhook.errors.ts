import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const webhookErrors = defineErrors(ErrorCode.webhook, {
  tooMany: {
    status: 400,
    en: 'A bot can have max {max} webhooks. Delete one first',
    zh: '一个智能体最多有 {max} 个 Webhook，请先删除一个',
  },
})
