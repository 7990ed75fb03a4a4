import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const reportErrors = defineErrors(ErrorCode.experimentReport, {
  twoAtLeast: {
    status: 400,
    en: 'contrast_tasks: name 2 to {max} experiments; the first is the baseline',
    zh: 'contrast_tasks：请指定 2 至 {max} 个任务，第一个为基线',
  },
  noRule: {
    status: 400,
    en: 'rule_ids: the experiment has no evaluator {id}. Choose evaluators of this experiment',
    zh: 'rule_ids：该任务没有评估器 {id}，请选择该任务的评估器',
  },
  badFilter: {
    status: 400,
    en: 'filter_node: {problem}',
    zh: 'filter_node：{problemZh}',
  },
  notAllowed: {
    status: 403,
    en: 'The rows of this dataset stay here. They are not written to files',
    zh: '该数据集的数据不允许导出',
  },
  running: {
    status: 400,
    en: 'The experiment is still running. Wait until it has ended',
    zh: '任务仍在运行，请等待其结束',
  },
})
