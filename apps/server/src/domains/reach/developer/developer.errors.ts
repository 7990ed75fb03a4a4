import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const developerErrors = defineErrors(ErrorCode.developer, {
  tooManyApps: {
    status: 400,
    en: 'You have reached the limit of {max} event apps. Delete one first',
    zh: '你已有 {max} 个事件应用，已达上限，请先删除一个',
  },
  noChannel: {
    status: 400,
    en: 'connector_id: choose the channel whose events the app receives, one of {ids}',
    zh: 'connector_id：请指定应用要接收事件的渠道，可选：{ids}',
  },
  channelTaken: {
    status: 400,
    en: 'connector_id: you already have an event app for this channel',
    zh: 'connector_id：你已有此渠道的事件应用',
  },
  wholeAccount: {
    status: 403,
    en: 'An event app receives events from all spaces of its owner, so a token limited to some spaces cannot manage it',
    zh: '事件应用会收到其所有者全部空间的事件：仅限部分空间的令牌不能管理它',
  },
  badHub: {
    status: 400,
    en: 'body: must be an OpenAPI 3 document as JSON with at least one call under paths, or empty',
    zh: 'body：必须是 JSON 格式的 OpenAPI 3 文档且 paths 中至少有一个接口，或者为空',
  },
  unknownDoc: {
    status: 400,
    en: 'x-arcosite-action: must be “list” or “get”',
    zh: 'x-arcosite-action：必须是“list”或“get”',
  },
})
