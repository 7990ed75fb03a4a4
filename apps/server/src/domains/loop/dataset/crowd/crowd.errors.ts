import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const crowdErrors = defineErrors(ErrorCode.datasetCrowd, {
  notConnected: {
    status: 409,
    en: 'The space is not connected to a Label Studio server. Connect one first',
    zh: '空间尚未连接 Label Studio 服务，请先连接',
  },
  refused: {
    status: 502,
    en: 'Label Studio answered with status {status}. Check the URL and the token',
    zh: 'Label Studio 返回状态 {status}，请检查地址和令牌',
  },
  unreadable: {
    status: 502,
    en: 'Label Studio answered something that cannot be read. Check the URL',
    zh: '无法读取 Label Studio 的返回内容，请检查地址',
  },
  multiTurn: {
    status: 400,
    en: 'inputConfig.inputDatasetID: rows of multi-turn datasets cannot be sent. Use a dataset with single rows',
    zh: 'inputConfig.inputDatasetID：多轮数据集暂不支持众包标注，请使用单轮数据集',
  },
  noRows: {
    status: 400,
    en: 'inputConfig: no row matches. Choose other rows',
    zh: 'inputConfig：没有符合条件的数据，请重新选择',
  },
  tooMany: {
    status: 400,
    en: 'inputConfig: {count} rows, at most {max}. Choose fewer',
    zh: 'inputConfig：共 {count} 条数据，最多 {max} 条，请减少数量',
  },
  notRunning: { status: 409, en: 'The job has ended already', zh: '任务已结束' },
  running: { status: 409, en: 'The job is still running. Terminate it first', zh: '任务仍在进行，请先终止' },
})
