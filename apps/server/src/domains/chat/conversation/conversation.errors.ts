import { defineErrors } from '#kit/errors.ts'

export const conversationErrors = defineErrors({
  nothingSaid: {
    code: 702050001,
    status: 400,
    en: 'query: write something, or send a file',
    zh: 'query：请输入内容或发送文件',
  },
  badContent: {
    code: 702050002,
    status: 400,
    en: 'query: a message of type {type} must be JSON with an item_list',
    zh: 'query：{type} 类型的消息应为包含 item_list 的 JSON',
  },
  badParts: {
    code: 702050010,
    status: 400,
    en: 'content: a message of type object_string must be a JSON list of parts',
    zh: 'content：object_string 类型的消息应为 JSON 数组',
  },
  onlyLast: {
    code: 702050003,
    status: 400,
    en: 'regen_message_id: only the last reply of a conversation can be made again',
    zh: 'regen_message_id：只能重新生成对话中的最后一条回复',
  },
  notPublished: {
    code: 702050004,
    status: 400,
    en: 'This bot is not published. Use draft_mode, or publish it first',
    zh: '该智能体尚未发布，请使用草稿模式或先发布',
  },
  tooManyFiles: {
    code: 702050005,
    status: 400,
    en: 'query: at most {max} files in one message',
    zh: 'query：一条消息最多包含 {max} 个文件',
  },
  nothingRunning: {
    code: 702050006,
    status: 404,
    en: 'Nothing is being answered in this conversation',
    zh: '该对话中没有正在生成的回复',
  },
  mayNotRun: {
    code: 702050007,
    status: 403,
    en: 'The person this task belongs to may not use the bot any more',
    zh: '该任务的所有者已无权使用此智能体',
  },
  cutOff: {
    code: 702050008,
    status: 503,
    en: 'The server stopped in the middle of this answer. What had come is kept; send again for the rest',
    zh: '服务在回答途中停止，已收到的内容已保留，请重新发送',
  },
  fileGone: {
    code: 702050009,
    status: 404,
    en: 'The content of “{name}” is not there any more. Send the file again',
    zh: '文件“{name}”的内容已不存在，请重新发送',
  },
})
