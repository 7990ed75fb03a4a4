import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const resourceErrors = defineErrors(ErrorCode.resource, {
  undone: {
    status: 409,
    en: 'This made no progress for too long and was rolled back. Nothing was left behind. Try again',
    zh: '操作停滞过久已被撤销，没有留下任何内容，请重试',
  },
})
