import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const conversationErrors = defineErrors(ErrorCode.conversation, {
  nothingSaid: {
    status: 400,
    en: 'query: write something, or send a file',
    zh: 'query：请输入内容或发送文件',
  },
  badContent: {
    status: 400,
    en: 'query: a message of type {type} must be JSON with an item_list',
    zh: 'query：{type} 类型的消息应为包含 item_list 的 JSON',
  },
  badParts: {
    status: 400,
    en: 'content: a message of type object_string must be a JSON list of parts',
    zh: 'content：object_string 类型的消息应为 JSON 数组',
  },
  onlyLast: {
    status: 400,
    en: 'regen_message_id: only the last reply of a conversation can be regenerated',
    zh: 'regen_message_id：只能重新生成对话中的最后一条回复',
  },
  notPublished: {
    status: 400,
    en: 'This bot is not published. Use draft_mode, or publish it first',
    zh: '该智能体尚未发布，请使用草稿模式或先发布',
  },
  nothingCompared: {
    status: 400,
    en: 'diff_mode_identifier: you have no comparison for this bot. Start one, or omit this field',
    zh: 'diff_mode_identifier：你没有在此智能体上进行对比。请先开始对比，或不传此参数',
  },
  comparesDrafts: {
    status: 400,
    en: 'diff_mode_identifier: only drafts can be compared. Set draft_mode, or omit this field',
    zh: 'diff_mode_identifier：只能对比草稿。请设置 draft_mode，或不传此参数',
  },
  tooManyFiles: {
    status: 400,
    en: 'query: at most {max} files in one message',
    zh: 'query：一条消息最多包含 {max} 个文件',
  },
  nothingRunning: {
    status: 404,
    en: 'No reply is being generated in this conversation',
    zh: '该对话中没有正在生成的回复',
  },
  cutOff: {
    status: 503,
    en: 'The server stopped during this answer. The part received is kept; send again for the rest',
    zh: '服务在回答途中停止，已收到的内容已保留，请重新发送',
  },
  fileGone: {
    status: 404,
    en: 'The file “{name}” is no longer available. Send it again',
    zh: '文件“{name}”的内容已不存在，请重新发送',
  },
})
