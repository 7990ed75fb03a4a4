import { defineErrors } from '#kit/errors.ts'

export const webhookErrors = defineErrors({
  tooMany: {
    code: 702401001,
    status: 400,
    en: 'A bot can have at most {max} webhooks. Remove one first',
    zh: '一个智能体最多有 {max} 个 Webhook，请先删除一个',
  },
})
