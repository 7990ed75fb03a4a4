import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const openJobErrors = defineErrors(ErrorCode.datasetJobs, {
  tooMany: {
    status: 429,
    en: '{max} jobs of this space wait or run. Wait until some have ended, or cancel some',
    zh: '该空间已有 {max} 个任务在等待或运行，请等待部分任务结束或取消部分任务',
  },
})
