import { z } from 'zod'
import { op } from '#kit.ts'
import { ConnectorId } from '#shared/bot-enums.ts'
import { id, idOrNone, pageSize } from '#shared/fields.ts'
import { chatMessage } from '#domains/chat/conversation.ts'
import { cardPress, pressedCard } from '#shared/card-press.ts'
import { SHARE_LIMITS } from '#shared/limits.ts'
import { sharedBot } from './share-bot.ts'

const s = z.string()

/** http(s)://host[:port], in the form of the browser's Origin header. */
const origin = z
  .string()
  .max(300)
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))
  .pipe(z.string().regex(/^https?:\/\/[^\s/;,'"*]+$/, 'write it as https://example.org'))
const look = z.object({
  /** #rrggbb, or empty for the colour of the studio. */
  color: z
    .string()
    .regex(/^(#[0-9a-f]{6})?$/i, 'write it as #5252d8')
    .default(''),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  side: z.enum(['right', 'left']).default('right'),
  /** The title above the chat; empty for the name of the bot. */
  title: z.string().max(SHARE_LIMITS.title).default(''),
})
export type ShareLook = z.output<typeof look>

const connectorId = z.enum([ConnectorId.page, ConnectorId.webSdk])
const link = z.object({
  connector_id: s,
  key: s,
  url: s,
  has_password: z.boolean(),
  origins: z.array(s),
  look,
})
export type ShareLink = z.output<typeof link>
const onResource = { on: 'resource', id: 'resource_id', can: 'publish' } as const

const key = z.string().min(8).max(64)
/** Visitors are anonymous: their rights come from the visit token in the Authorization header. */
const visit = { access: 'public', ownAuthorization: true } as const
const visitLimit = { by: 'address', max: 240, seconds: 60 } as const
const visitedConversation = z.object({ key, conversation_id: id() })

export const share = {
  links: op('POST /api/share/links', {
    summary: 'Get the public page and widget of a bot',
    summaryZh: '获取智能体的公开页面和网站挂件',
    access: onResource,
    input: () => z.object({ resource_id: id() }),
    output: () => z.object({ links: z.array(link) }),
  }),
  save: op('POST /api/share/save', {
    summary: 'Set up the public page or widget: password, allowed sites and look',
    summaryZh: '设置公开页面或网站挂件：密码、允许的网站和外观',
    access: onResource,
    input: () =>
      z.object({
        resource_id: id(),
        connector_id: connectorId,
        /** Omitted: unchanged. Empty: no password. All visitors have to enter a new password. */
        password: z.string().max(SHARE_LIMITS.password).optional(),
        /** Sites that may embed the widget; an empty list allows all sites. */
        origins: z.array(origin).max(SHARE_LIMITS.origins).optional(),
        look: look.partial().optional(),
      }),
    output: link,
  }),
  renew: op('POST /api/share/renew', {
    summary: 'Create a new link; the old one stops working',
    summaryZh: '更换链接，旧链接立即失效',
    access: onResource,
    input: () => z.object({ resource_id: id(), connector_id: connectorId }),
    output: link,
  }),

  info: op('POST /api/share/info', {
    summary: 'Get public information about a shared bot',
    summaryZh: '获取共享智能体的公开信息',
    ...visit,
    limit: visitLimit,
    input: () => z.object({ key }),
    output: () =>
      z.object({
        /** If false, no other information about the bot is returned. */
        is_live: z.boolean(),
        needs_password: z.boolean(),
        is_widget: z.boolean(),
        /** Whether the link leads to the interface of a project instead of a chat. */
        has_interface: z.boolean(),
        name: s,
        icon_url: s,
        look,
        /** Name and logo of the instance; empty if it has no branding of its own. */
        host: z.object({ name: s, logo_url: s }),
      }),
  }),
  enter: op('POST /api/share/enter', {
    summary: 'Start or continue a visit',
    summaryZh: '开始或继续访问',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key, password: z.string().max(SHARE_LIMITS.password).default('') }),
    output: () =>
      z.object({
        /** The bearer token for all further calls. */
        token: s,
        visitor_id: s,
        bot: sharedBot,
      }),
  }),
  opening: op('POST /api/share/opening', {
    summary: 'Get the generated greeting of a new conversation',
    summaryZh: '获取新会话的开场白',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key }),
    output: () => z.object({ prologue: s, questions: z.array(s) }),
  }),
  speak: op('POST /api/share/speak', {
    summary: 'Read an answer aloud',
    summaryZh: '朗读回答',
    ...visit,
    reply: 'raw',
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () => visitedConversation.extend({ message_id: id() }),
  }),
  transcribe: op('POST /api/share/transcribe', {
    summary: 'Convert what a visitor said to text',
    summaryZh: '将访客的语音转为文本',
    ...visit,
    body: 'form',
    bodyLimit: 11 * 1024 * 1024,
    limit: { by: 'address', max: 20, seconds: 60 },
    input: () => z.object({ key, file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: () => z.object({ text: s }),
  }),
  call: op('POST /api/share/call', {
    summary: 'Open a voice call with the bot, in a conversation of the visitor',
    summaryZh: '在访客的会话中与智能体发起语音通话',
    ...visit,
    limit: { by: 'address', max: 20, seconds: 60 },
    input: () => visitedConversation,
    output: () => z.object({ room_id: s, token: s, has_webrtc: z.boolean() }),
  }),
  upload: op('POST /api/share/upload', {
    summary: 'Upload a file for the next message',
    summaryZh: '为下一条消息上传文件',
    ...visit,
    body: 'form',
    bodyLimit: SHARE_LIMITS.fileBytes + 100_000,
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () => visitedConversation.extend({ file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: () => z.object({ uri: s, url: s, name: s, size: z.number(), is_image: z.boolean() }),
  }),
  conversations: op('POST /api/share/conversations', {
    summary: "List the visitor's conversations, newest first",
    summaryZh: '列出访客的会话，最新在前',
    ...visit,
    limit: visitLimit,
    input: () => z.object({ key }),
    output: () => z.object({ conversations: z.array(z.object({ id: s, title: s, updated_at: z.number() })) }),
  }),
  begin: op('POST /api/share/conversation/create', {
    summary: 'Start another conversation',
    summaryZh: '开始新的会话',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key }),
    output: () => z.object({ id: s }),
  }),
  remove: op('POST /api/share/conversation/delete', {
    summary: 'Delete a conversation of the visitor',
    summaryZh: '删除访客的会话',
    ...visit,
    limit: visitLimit,
    input: visitedConversation,
  }),
  messages: op('POST /api/share/messages', {
    summary: "List the messages of a visitor's conversation, newest first",
    summaryZh: '列出访客会话的消息，最新在前',
    ...visit,
    limit: visitLimit,
    input: () =>
      z.object({
        key,
        conversation_id: idOrNone(),
        cursor: z
          .string()
          .regex(/^\d{0,19}$/)
          .default('0'),
        count: pageSize(20, 100),
      }),
    output: () =>
      z.object({
        message_list: z.array(chatMessage),
        cursor: s,
        hasmore: z.boolean(),
        conversation_id: s,
        last_section_id: s,
        running_question_id: s,
      }),
  }),
  chat: op('POST /api/share/chat', {
    summary: 'Send a message as a visitor; the reply is streamed',
    summaryZh: '以访客身份发送消息，流式返回回复',
    ...visit,
    reply: 'stream',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        key,
        conversation_id: id(),
        query: z.string().max(SHARE_LIMITS.question).default(''),
        local_message_id: z.string().max(200).optional(),
        regen_message_id: idOrNone(),
        /** Files that the visitor uploaded for this message. */
        files: z.array(z.string().min(1).max(300)).max(SHARE_LIMITS.files).default([]),
        /** The shortcut that the visitor pressed, with its values. */
        shortcut: z
          .object({ id: z.string().max(64), values: z.record(z.string().max(200), z.string().max(20_000)).default({}) })
          .optional(),
      }),
  }),
  follow: op('POST /api/share/follow', {
    summary: 'Follow a reply to the visitor from its beginning',
    summaryZh: '从头接收给访客的回复',
    ...visit,
    reply: 'stream',
    limit: visitLimit,
    input: visitedConversation,
  }),
  stop: op('POST /api/share/stop', {
    summary: 'Stop a reply; what has been generated stays',
    summaryZh: '停止回复，已生成的内容保留',
    ...visit,
    limit: visitLimit,
    input: () => visitedConversation.extend({ query_message_id: id(), broken_pos: z.int().min(0).optional() }),
  }),
  newSection: op('POST /api/share/new_section', {
    summary: 'Clear the context for the bot; the visitor still sees the messages',
    summaryZh: '清除智能体的上下文，访客仍可看到消息',
    ...visit,
    limit: visitLimit,
    input: visitedConversation,
    output: () => z.object({ new_section_id: s }),
  }),
  removeMessage: op('POST /api/share/message/delete', {
    summary: 'Delete a message of the visitor; a question is deleted with its answers',
    summaryZh: '删除访客的消息；删除问题会一并删除回答',
    ...visit,
    limit: visitLimit,
    input: () => visitedConversation.extend({ message_id: id() }),
  }),
  press: op('POST /api/share/card/press', {
    summary: 'Press a button in a card',
    summaryZh: '点击卡片按钮',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => cardPress().extend({ key }),
    output: pressedCard,
  }),
  rate: op('POST /api/share/message/rate', {
    summary: 'Rate an answer or withdraw the rating',
    summaryZh: '对回答点赞、点踩或撤销',
    ...visit,
    limit: visitLimit,
    input: () => visitedConversation.extend({ message_id: id(), feedback: z.literal([0, 1, 2]) }),
  }),
}
