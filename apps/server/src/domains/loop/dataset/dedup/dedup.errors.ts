import { DEDUP_ROWS } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const dedupErrors = defineErrors(ErrorCode.datasetDedup, {
  tooMany: {
    status: 400,
    en: `More than ${DEDUP_ROWS} rows cannot be compared at a time. Split the file or the dataset`,
    zh: `一次最多比较 ${DEDUP_ROWS} 条数据，请拆分文件或数据集`,
  },
  notEnded: {
    status: 409,
    en: 'option.jobID: the search for duplicates has not ended yet. Wait until it is complete',
    zh: 'option.jobID：查重任务尚未结束，请等待完成',
  },
  otherFile: {
    status: 400,
    en: 'option.jobID: this search for duplicates was about another file or other columns. Search again',
    zh: 'option.jobID：该查重任务针对的是其他文件或其他列，请重新查找',
  },
  removed: {
    status: 409,
    en: 'pairs: a row was deleted as a duplicate and cannot be brought back here. Add it again',
    zh: 'pairs：该数据已作为重复数据删除，请重新添加',
  },
  abandoned: {
    status: 500,
    en: 'The search was not completed in {times} attempts. Try again; if it happens again, compare fewer rows',
    zh: '查重尝试 {times} 次仍未完成，请重试；若仍失败，请减少数据量',
  },
  notRunning: { status: 409, en: 'This search has ended already', zh: '该查重任务已结束' },
})
