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
  otherForm: {
    status: 400,
    en: 'One of the datasets is multi-turn and the other is not. Choose a dataset of the same form',
    zh: '两个数据集一个为多轮、一个为单轮，请选择形式相同的数据集',
  },
  noCommonField: {
    status: 400,
    en: 'fieldMappings: the datasets have no field of the same name. Map one to another',
    zh: 'fieldMappings：两个数据集没有同名字段，请指定字段对应关系',
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
export const archiveErrors = defineErrors(ErrorCode.datasetArchive, {
  tooLarge: {
    status: 400,
    en: 'With its files the dataset is more than one archive holds ({megabytes} MB, {files} files). Export it as JSONL, where files are links',
    zh: '数据集连同文件超出单个压缩包的上限（{megabytes} MB、{files} 个文件），请导出为 JSONL，其中的文件为链接',
  },
})
export const badFile = (problem: string, problemZh: string) => ioErrors.badFile({ problem, problemZh })
