import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const promptRunErrors = defineErrors(ErrorCode.promptRun, {
  noPrompt: {
    status: 400,
    en: 'prompt_key: name the prompt by its key or id',
    zh: 'prompt_key：请指定提示词的 Key 或 ID',
  },
  noMessage: {
    status: 400,
    en: 'message: write a message, or a prompt with one',
    zh: 'message：请输入消息，或在提示词中填写消息',
  },
  toolRounds: {
    status: 400,
    en: 'The model called tools {max} times in a row. Check the responses of the tools',
    zh: '模型已连续 {max} 次调用工具，请检查工具的返回内容',
  },
  noRows: {
    status: 400,
    en: 'dataset_id: the dataset has no rows',
    zh: 'dataset_id：数据集没有数据',
  },
  notRunning: { status: 409, en: 'The run is over already', zh: '批量运行已结束' },
  noEvaluator: {
    status: 400,
    en: 'evaluator_version_id: this evaluator does not exist or was deleted. Choose another one',
    zh: 'evaluator_version_id：评估器不存在或已删除，请另选一个',
  },
})
