import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const libraryErrors = defineErrors(ErrorCode.library, {
  cannotCopy: {
    status: 400,
    en: 'This resource cannot be copied there: {reason}',
    zh: '无法将此资源复制到该处：{reason}',
  },
  copyState: {
    status: 409,
    en: 'This is not possible in the current state of the copy',
    zh: '复制任务当前状态不支持此操作',
  },
})
