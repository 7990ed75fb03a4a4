import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const ioErrors = defineErrors(ErrorCode.datasetIo, {
  badFile: { status: 400, en: 'file: {problem}', zh: 'file：{problemZh}' },
  notRunning: { status: 409, en: 'The job has ended', zh: '任务已结束' },
  fieldsChanged: {
    status: 409,
    en: 'The fields changed while the file was read. Import it again',
    zh: '读取文件期间字段已修改，请重新导入',
  },
  noFile: {
    status: 404,
    en: 'There is no file: the job has not completed, or its file has expired. Export again',
    zh: '没有文件：任务尚未完成或文件已过期，请重新导出',
  },
  allRejected: {
    status: 400,
    en: 'No row of the file fits the dataset. Download the rejected rows to see why',
    zh: '文件中没有符合要求的数据，可下载被拒绝的数据查看原因',
  },
})
export const badFile = (problem: string, problemZh: string) => ioErrors.badFile({ problem, problemZh })
