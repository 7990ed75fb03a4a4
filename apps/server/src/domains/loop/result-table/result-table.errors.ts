import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const resultTableErrors = defineErrors(ErrorCode.resultTable, {
  running: {
    status: 409,
    en: 'The table is being written or read. Wait until that is done',
    zh: '表格正在导出或导入，请等待完成',
  },
  notEnded: {
    status: 400,
    en: 'task_id: this experiment has not ended. Wait until it has, then write its table',
    zh: 'task_id：任务尚未结束，请在结束后导出表格',
  },
  noTable: {
    status: 400,
    en: 'task_id: this experiment has no table yet. Write one first',
    zh: 'task_id：该任务还没有表格，请先导出',
  },
  secret: {
    status: 403,
    en: 'task_id: rows of a dataset of the highest security level stay in the dataset',
    zh: 'task_id：最高密级的数据集不允许导出',
  },
  tooWide: {
    status: 400,
    en: 'manual_scoring_user_num: the table would have {count} columns, at most {max}. Let fewer people score',
    zh: 'manual_scoring_user_num：表格将有 {count} 列，上限为 {max} 列，请减少打分人数',
  },
  badCell: {
    status: 400,
    en: 'Row {row}, column “{column}”: {problem}. Mend it in the table and read it again',
    zh: '第 {row} 行“{column}”列：{problemZh}。请在表格中修正后重新导入',
  },
  gone: {
    status: 404,
    en: 'The table was deleted. Write another one',
    zh: '表格已被删除，请重新导出',
  },
  lostRows: {
    status: 400,
    en: 'The column “{column}” is missing, or its values were changed. Write another table',
    zh: '“{column}”列缺失或被改动，请重新导出表格',
  },
})
