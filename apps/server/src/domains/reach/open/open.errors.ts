import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineFixedErrors } from '#kit/errors.ts'

/** Codes of four digits are those that callers of the public API know. */
export const openErrors = defineFixedErrors({
  notPublished: {
    code: ErrorCode.publicApi.notPublished,
    status: 400,
    en: 'bot_id: this bot is not published to connector {connector}. Publish it there first',
    zh: 'bot_id：该智能体未发布到渠道 {connector}，请先发布',
  },
  publishFailed: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'connector_ids: the version could not be published to any channel. {reason}',
    zh: 'connector_ids：没有渠道发布成功。{reason}',
  },
  appNotPublished: {
    code: ErrorCode.publicApi.notPublished,
    status: 400,
    en: 'app_id: this app is not published',
    zh: 'app_id：该应用未发布',
  },
  unknownConnector: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'connector_id: bots cannot be published to channel {connector}',
    zh: 'connector_id：{connector} 不是可发布的渠道',
  },
  lastNotUser: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'additional_messages: the last message must have the role user',
    zh: 'additional_messages：最后一条消息的 role 必须为 user',
  },
  nothingAsked: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'additional_messages: include at least one message with the role user',
    zh: 'additional_messages：请至少提供一条 user 消息',
  },
  mustSave: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'auto_save_history: without stream, the answer is fetched later and has to be saved',
    zh: 'auto_save_history：非流式对话的结果需要保存后才能查询',
  },
  fileUnreachable: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'file_url: {url} could not be fetched. {reason}',
    zh: 'file_url：无法获取 {url}。{reason}',
  },
  notWaiting: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'chat_id: this chat is not waiting for tool outputs',
    zh: 'chat_id：该对话没有等待提交的工具输出',
  },
  wrongCall: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'tool_outputs: this chat is waiting for the output of {expected}',
    zh: 'tool_outputs：该对话等待 {expected} 的输出',
  },
  quotaUsedUp: {
    code: ErrorCode.publicApi.tooMany,
    status: 429,
    en: 'This {subject} has reached its limit of {max} {unit} per {period}. Try again in {seconds} s',
    zh: '已达到该{subject}的限额：每 {period} {max} {unit}，请在 {seconds} 秒后重试',
  },
  notChangeable: {
    code: ErrorCode.publicApi.badRequest,
    status: 400,
    en: 'message_id: this message is still being generated',
    zh: 'message_id：该消息仍在生成中',
  },
})
