import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const liteBatchErrors = defineErrors(ErrorCode.liteBatch, {
  hasRun: {
    status: 409,
    en: 'batch_task_id: this comparison has been started. Clone it to change it',
    zh: 'batch_task_id：该对比评测已开始，请复制后修改',
  },
  mixedObjects: {
    status: 400,
    en: 'eval_objects[{index}]: compare bots with bots, workflows with workflows, models with models. Take out the others',
    zh: 'eval_objects[{index}]：智能体、工作流和模型不能混合对比，请移除其他类型',
  },
  tooManyObjects: {
    status: 400,
    en: 'eval_objects: at most {max} are compared. Take out some',
    zh: 'eval_objects：最多对比 {max} 个对象，请移除一些',
  },
  badStatus: {
    status: 400,
    en: 'status: {status} can’t be set from {now}. Set 6 to pause what runs, or 2 to continue what is paused',
    zh: 'status：当前状态 {now} 不能设为 {status}，可设为 6 暂停运行中的评测，或设为 2 继续已暂停的评测',
  },
  noObjects: {
    status: 400,
    en: 'eval_objects: nothing to compare. Choose at least one bot, workflow or model',
    zh: 'eval_objects：没有评测对象，请至少选择一个',
  },
  noDatasets: {
    status: 400,
    en: 'datasets: there are no rows. Add a dataset first',
    zh: 'datasets：没有数据，请先添加数据集',
  },
  noRule: {
    status: 400,
    en: 'rule: there is no judge. Set one, or choose to collect outputs only',
    zh: 'rule：没有评估器，请先设置，或选择仅收集输出',
  },
  tooManyRows: {
    status: 400,
    en: 'datasets: {count} rows would be run, at most {max}. Take out objects or datasets',
    zh: 'datasets：共需运行 {count} 条，最多 {max} 条，请减少对象或数据集',
  },
  tooManyDatasets: {
    status: 400,
    en: 'dataset_id: at most {max} datasets. Take one out first',
    zh: 'dataset_id：最多 {max} 个数据集，请先移除',
  },
  notRunning: {
    status: 409,
    en: 'batch_task_id: this comparison is not running',
    zh: 'batch_task_id：该对比评测未在运行',
  },
  stillRuns: {
    status: 409,
    en: 'batch_task_id: this comparison is running. Stop it first',
    zh: 'batch_task_id：该对比评测正在运行，请先停止',
  },
  noTestRows: {
    status: 400,
    en: 'batch_task_id: there are no rows for a test run. Generate them first',
    zh: 'batch_task_id：没有试运行数据，请先生成',
  },
  notOperable: {
    status: 400,
    en: 'eval_objects[{index}]: bots, workflows and models can be compared. Choose one of these',
    zh: 'eval_objects[{index}]：仅支持对比智能体、工作流和模型',
  },
  notYours: {
    status: 403,
    en: 'Only the person who created the comparison, an owner or an admin can do this',
    zh: '仅创建者、空间所有者或管理员可以操作',
  },
  template: {
    status: 400,
    en: 'dataset_id: a template has no rows to run. Create a dataset from it and fill it in',
    zh: 'dataset_id：模板没有可运行的数据，请据此创建数据集并填写',
  },
  limit: {
    status: 400,
    en: 'row_groups: a dataset of a comparison has at most {max} rows',
    zh: 'row_groups：对比评测的数据集最多 {max} 条',
  },
})
