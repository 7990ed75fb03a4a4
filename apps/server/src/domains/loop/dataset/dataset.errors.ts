import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const reachErrors = defineErrors(ErrorCode.datasetReach, {
  strictStays: {
    status: 403,
    en: 'The rows of this dataset are strictly confidential. Only its maker and owners and admins of the space may export or copy them',
    zh: '此数据集为绝密，只有创建者以及空间的所有者和管理员可以导出或复制',
  },
  strictIsNotPublic: {
    status: 400,
    en: 'visibility: a strictly confidential dataset can’t be visible to everyone. Lower securityLevel first',
    zh: 'visibility：绝密数据集不能对所有人可见，请先降低 securityLevel',
  },
})
export const datasetErrors = defineErrors(ErrorCode.dataset, {
  nameTaken: {
    status: 409,
    en: 'name: this space has a dataset of this category named "{name}". Choose another name',
    zh: 'name：此空间的同类数据集中已有“{name}”，请换一个名称',
  },
  locked: {
    status: 409,
    en: 'The dataset is locked by {by} until {until}. Wait, or ask them to finish',
    zh: '数据集已被 {by} 锁定至 {until}，请等待或联系对方结束',
  },
  schemaFixed: {
    status: 409,
    en: 'features.editSchema: the fields of this dataset cannot be changed',
    zh: 'features.editSchema：此数据集的字段不可修改',
  },
  rowsDoNotFit: {
    status: 400,
    en: 'fields: {count} rows do not fit the new fields. Correct these rows first: {rows}',
    zh: 'fields：有 {count} 行数据不符合新的字段设置，请先修改这些行：{rows}',
  },
  badItem: { status: 400, en: '{field}: {problem}', zh: '{field}：{problemZh}' },
  badVersion: {
    status: 400,
    en: 'version: write it as SemVer with at most 50 characters, e.g. 1.2.0',
    zh: 'version：须为 SemVer 格式且不超过 50 个字符，例如 1.2.0',
  },
  notNewer: {
    status: 400,
    en: 'version: must be greater than {last}, the last version',
    zh: 'version：须大于上一个版本 {last}',
  },
  nothingChanged: {
    status: 409,
    en: 'Nothing has changed since version {version} ({id})',
    zh: '自版本 {version}（{id}）以来没有改动',
  },
  jobRuns: {
    status: 409,
    en: 'A job of this dataset is running. Cancel it or wait until it ends',
    zh: '此数据集有任务正在进行，请取消或等待结束',
  },
  full: {
    status: 400,
    en: 'The dataset would have more than {max} items. Import fewer rows',
    zh: '数据集将超过 {max} 条数据，请减少导入的行数',
  },
  otherAccount: {
    status: 403,
    en: 'FlowDevops-Agw-OpenAPI-AccountId: the token belongs to another account. Omit this header',
    zh: 'FlowDevops-Agw-OpenAPI-AccountId：令牌属于其他账号，请不要填写',
  },
  otherSpace: {
    status: 400,
    en: 'spaceID: the dataset belongs to another space. Omit this field',
    zh: 'spaceID：数据集属于其他空间，请不要填写',
  },
})
