import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const generationErrors = defineErrors(ErrorCode.evalGeneration, {
  notRunning: { status: 400, en: 'No rows are being made any more', zh: '生成任务已结束' },
  noColumns: {
    status: 400,
    en: 'generate_column_info_list: name at least one column of the dataset that is to be filled',
    zh: 'generate_column_info_list：请至少指定一个要生成的列',
  },
  nothingToLearn: {
    status: 400,
    en: 'row_group_examples: without a model, rows are made of examples or knowledge. Give some, or set up a model',
    zh: 'row_group_examples：未配置模型时，需根据示例或知识库生成，请提供示例或配置模型',
  },
})
