import { z } from 'zod'
import { op } from '#kit.ts'
import { ConnectorId } from '#shared/bot-enums.ts'
import { id, idOrNone, pageSize } from '#shared/fields.ts'
import { chatMessage } from '#domains/chat/conversation.ts'
import { SHARE_LIMITS } from '#shared/limits.ts'
import { sharedBot } from './share-bot.ts'

const s = z.string()

/** http(s)://host[:port], as a browser says where it is. */
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
  /** Above the chat; empty for the name of the bot. */
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
const often = { by: 'address', max: 240, seconds: 60 } as const
const own = z.object({ key, conversation_id: id() })

export const share = {
  links: op('POST /api/share/links', {
    summary: 'The public page and the widget of a bot: their links and how they are set up',
    access: onResource,
    input: () => z.object({ resource_id: id() }),
    output: () => z.object({ links: z.array(link) }),
  }),
  save: op('POST /api/share/save', {
    summary: 'Set up the public page or the widget: its password, the sites that may show it, its look',
    access: onResource,
    input: () =>
      z.object({
        resource_id: id(),
        connector_id: connectorId,
        /** Absent: as before. Empty: none. A new one asks every visitor again. */
        password: z.string().max(SHARE_LIMITS.password).optional(),
        /** Sites that may show the widget; none named means any. */
        origins: z.array(origin).max(SHARE_LIMITS.origins).optional(),
        look: look.partial().optional(),
      }),
    output: link,
  }),
  renew: op('POST /api/share/renew', {
    summary: 'Make a new link; the old one leads nowhere from now on',
    access: onResource,
    input: () => z.object({ resource_id: id(), connector_id: connectorId }),
    output: link,
  }),

  info: op('POST /api/share/info', {
    summary: 'What a visitor may know of a shared bot before they are let in',
    ...visit,
    limit: often,
    input: () => z.object({ key }),
    output: () =>
      z.object({
        /** A bot that was taken offline says no more than that. */
        is_live: z.boolean(),
        needs_password: z.boolean(),
        is_widget: z.boolean(),
        name: s,
        icon_url: s,
        look,
      }),
  }),
  enter: op('POST /api/share/enter', {
    summary: 'Begin a visit, or go on with the one whose token is sent along',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key, password: z.string().max(SHARE_LIMITS.password).default('') }),
    output: () =>
      z.object({
        /** To be sent as the Bearer of every further call. */
        token: s,
        visitor_id: s,
        bot: sharedBot,
      }),
  }),
  opening: op('POST /api/share/opening', {
    summary: 'The opening that the model writes for a new conversation',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key }),
    output: () => z.object({ prologue: s, questions: z.array(s) }),
  }),
  speak: op('POST /api/share/speak', {
    summary: 'An answer that the visitor got as sound, with the voice that was chosen for its language',
    ...visit,
    reply: 'raw',
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () => own.extend({ message_id: id() }),
  }),
  upload: op('POST /api/share/upload', {
    summary: 'Upload a file that the visitor sends with their next message',
    ...visit,
    body: 'form',
    bodyLimit: SHARE_LIMITS.fileBytes + 100_000,
    limit: { by: 'address', max: 30, seconds: 60 },
    input: () => own.extend({ file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: () => z.object({ uri: s, url: s, name: s, size: z.number(), is_image: z.boolean() }),
  }),
  conversations: op('POST /api/share/conversations', {
    summary: 'The visitor’s own conversations, the newest first',
    ...visit,
    limit: often,
    input: () => z.object({ key }),
    output: () => z.object({ conversations: z.array(z.object({ id: s, title: s, updated_at: z.number() })) }),
  }),
  begin: op('POST /api/share/conversation/create', {
    summary: 'Begin another conversation of the visitor',
    ...visit,
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ key }),
    output: () => z.object({ id: s }),
  }),
  remove: op('POST /api/share/conversation/delete', {
    summary: 'Delete a conversation of the visitor with all that was said',
    ...visit,
    limit: often,
    input: own,
  }),
  messages: op('POST /api/share/messages', {
    summary: 'Messages of the visitor’s conversation, newest first; without an id their newest one',
    ...visit,
    limit: often,
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
    summary: 'Say something: streams `message` events with the pieces of the reply, then `done`',
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
        /** The shortcut that was pressed, with what was filled in. */
        shortcut: z
          .object({ id: z.string().max(64), values: z.record(z.string().max(200), z.string().max(20_000)).default({}) })
          .optional(),
      }),
  }),
  follow: op('POST /api/share/follow', {
    summary: 'Join the reply that is being made to the visitor',
    ...visit,
    reply: 'stream',
    limit: often,
    input: own,
  }),
  stop: op('POST /api/share/stop', {
    summary: 'Stop the reply to a question of the visitor; what was said stays',
    ...visit,
    limit: often,
    input: () => own.extend({ query_message_id: id(), broken_pos: z.int().min(0).optional() }),
  }),
  newSection: op('POST /api/share/new_section', {
    summary: 'The bot forgets what was said, the visitor still sees it',
    ...visit,
    limit: often,
    input: own,
    output: () => z.object({ new_section_id: s }),
  }),
  removeMessage: op('POST /api/share/message/delete', {
    summary: 'Delete a message of the visitor’s conversation; a question goes with its answers',
    ...visit,
    limit: often,
    input: () => own.extend({ message_id: id() }),
  }),
  rate: op('POST /api/share/message/rate', {
    summary: 'Like or dislike an answer, or take that back',
    ...visit,
    limit: often,
    input: () => own.extend({ message_id: id(), feedback: z.literal([0, 1, 2]) }),
  }),
}
