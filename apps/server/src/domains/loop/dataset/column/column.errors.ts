import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const columnErrors = defineErrors(ErrorCode.datasetColumn, {
  busy: {
    status: 409,
    en: 'Another run fills the column {column}. Wait until it ends, or terminate it',
    zh: '另一个运行正在填充列“{column}”，请等待结束或将其终止',
  },
  notRunning: { status: 409, en: 'This run has ended already', zh: '该运行已结束' },
  multiTurn: {
    status: 400,
    en: 'Columns of multi-turn datasets cannot be filled. Use a dataset with single rows',
    zh: '多轮数据集暂不支持列填充，请使用单轮数据集',
  },
})
