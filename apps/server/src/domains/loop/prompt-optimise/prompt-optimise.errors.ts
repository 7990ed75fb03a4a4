import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const optimiseErrors = defineErrors(ErrorCode.promptOptimise, {
  noDataset: {
    status: 400,
    en: 'annotated_dataset: choose a dataset, or run the prompt over one in its Batch tab first',
    zh: 'annotated_dataset：请选择数据集，或先在「批量」中运行该提示词',
  },
  tooFewRows: {
    status: 400,
    en: 'annotated_dataset: {count} rows are too few to learn from. Use at least {least}; with more than 40 the result is proved on rows of their own',
    zh: 'annotated_dataset：{count} 行太少，至少需要 {least} 行；超过 40 行时会用独立的数据验证结果',
  },
  noEvaluator: {
    status: 400,
    en: 'eval_strategy: choose an evaluator of this space, or strategy 1',
    zh: 'eval_strategy：请选择该空间的评估器，或使用策略 1',
  },
  running: {
    status: 409,
    en: 'The task is running already. Wait for its end, or cancel it',
    zh: '任务正在执行，请等待结束或取消',
  },
  notRunning: { status: 409, en: 'The run is over already', zh: '该执行已结束' },
  noResult: { status: 404, en: 'sequence_id: the run has no such result', zh: 'sequence_id：该执行没有此结果' },
  nothingToChange: {
    status: 400,
    en: 'target: the prompt has no text to improve. Write a message first',
    zh: 'target：提示词没有可优化的文本，请先填写消息',
  },
  ended: {
    status: 409,
    en: 'Only a run that was cancelled or failed goes on',
    zh: '只有已取消或失败的执行可以继续',
  },
})
