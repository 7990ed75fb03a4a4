import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const binErrors = defineErrors(ErrorCode.bin, {
  projectInBin: {
    status: 409,
    en: 'res_id: its project “{name}” is also in the bin. Restore the project first',
    zh: 'res_id：它所属的项目“{name}”也在回收站中，请先恢复该项目',
  },
})
