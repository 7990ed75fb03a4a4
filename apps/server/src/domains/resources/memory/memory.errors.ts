import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const memoryErrors = defineErrors(ErrorCode.memory, {
  full: {
    status: 400,
    en: 'The bot has reached the limit of {max} memories about you. Delete some first',
    zh: '该智能体关于你的记忆已达上限 {max} 条，请先删除一些',
  },
})
