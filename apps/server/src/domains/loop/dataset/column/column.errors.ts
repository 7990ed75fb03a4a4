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
  cannotSee: {
    status: 400,
    en: '{model} cannot see pictures. Choose a model that can, or leave the column of pictures out of the prompt',
    zh: '{model} 不支持图片理解，请更换支持图片的模型，或从提示词中去掉图片列',
  },
  pictureTooLarge: {
    status: 400,
    en: '{name} is larger than 20 MB or no longer there. Put a smaller picture into the cell',
    zh: '{name} 超过 20 MB 或已不存在，请在单元格中换一张更小的图片',
  },
})
