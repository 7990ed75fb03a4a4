import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { ChannelEvent, Outgoing, Profile } from './adapter.ts'
import type { NoteKey } from './event-notes.ts'
import type { OpenForm } from './open-form.ts'
import type { ChannelSettings } from './settings.ts'

/** The states of an account, in the numbers of the wire. */
export const AccountStatus = { untested: 0, serving: 1, ready: 2, refused: 3, incomplete: 4 } as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]
export type AccountMode = 'long' | 'webhook'

export const channelAccount = pgTable('channel_account', {
  id: id('id').primaryKey(),
  resourceId: id('resource_id').notNull(),
  connectorId: text('connector_id').notNull(),
  pathKey: text('path_key').notNull(),
  config: text('config').notNull(),
  mode: text('mode').$type<AccountMode>().notNull(),
  status: smallint('status').$type<AccountStatus>().notNull(),
  reason: text('reason').notNull().default(''),
  reasonZh: text('reason_zh').notNull().default(''),
  profile: json<Profile>()('profile').notNull(),
  settings: json<Partial<ChannelSettings>>()('settings').notNull(),
  cursor: text('cursor').notNull().default(''),
  isPaused: boolean('is_paused').notNull().default(false),
  refusals: smallint('refusals').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type AccountRow = typeof channelAccount.$inferSelect

export const channelThread = pgTable('channel_thread', {
  id: id('id').primaryKey(),
  accountId: id('account_id').notNull(),
  chatId: text('chat_id').notNull(),
  threadKey: text('thread_key').notNull().default(''),
  kind: text('kind').$type<ChannelEvent['chat']['kind']>().notNull(),
  conversationId: id('conversation_id'),
  asker: text('asker').notNull().default(''),
  askerName: text('asker_name').notNull().default(''),
  form: json<OpenForm | null>()('form'),
  spokeAt: millis('spoke_at').notNull().default(0),
  nextSeq: integer('next_seq').notNull().default(1),
  arrivals: bigint('arrivals', { mode: 'number' }).notNull().default(0),
  dueAt: millis('due_at'),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type ThreadRow = typeof channelThread.$inferSelect

export const EventState = { waiting: 0, taken: 1, done: 2, ignored: 3, failed: 4, expired: 5 } as const
export type EventState = (typeof EventState)[keyof typeof EventState]
export const channelEvent = pgTable('channel_event', {
  id: id('id').primaryKey(),
  accountId: id('account_id').notNull(),
  threadId: id('thread_id').notNull(),
  eventKey: text('event_key').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  body: json<ChannelEvent>()('body').notNull(),
  state: smallint('state').$type<EventState>().notNull(),
  batchId: id('batch_id'),
  note: text('note').$type<NoteKey | ''>().notNull().default(''),
  noteValues: json<Record<string, string>>()('note_values').notNull(),
  receivedAt: millis('received_at').notNull(),
  doneAt: millis('done_at'),
})
export type EventRow = typeof channelEvent.$inferSelect

export const SendState = { waiting: 0, sending: 1, sent: 2, failed: 3, uncertain: 4, dropped: 5 } as const
export type SendState = (typeof SendState)[keyof typeof SendState]
export const channelSend = pgTable('channel_send', {
  id: id('id').primaryKey(),
  accountId: id('account_id').notNull(),
  threadId: id('thread_id').notNull(),
  batchId: id('batch_id').notNull(),
  part: integer('part').notNull(),
  seq: integer('seq').notNull(),
  payload: json<Outgoing>()('payload').notNull(),
  key: uuid('key').notNull(),
  state: smallint('state').$type<SendState>().notNull(),
  tries: smallint('tries').notNull().default(0),
  nextAt: millis('next_at').notNull().default(0),
  platformId: text('platform_id').notNull().default(''),
  error: text('error').notNull().default(''),
  errorZh: text('error_zh').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  doneAt: millis('done_at'),
})
export type SendRow = typeof channelSend.$inferSelect

/** Values that an adapter shares between processes, by account. */
export const channelNote = pgTable(
  'channel_note',
  {
    accountId: id('account_id').notNull(),
    key: text('key').notNull(),
    value: json<Record<string, unknown>>()('value').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
)

export const channelAction = pgTable('channel_action', {
  id: text('id').primaryKey(),
  threadId: id('thread_id').notNull(),
  sender: text('sender').notNull(),
  say: text('say').notNull(),
  position: integer('position').notNull(),
  expiresAt: millis('expires_at').notNull(),
  usedAt: millis('used_at'),
  /** The batch of events that used the button: another process may resume the batch. */
  usedFor: id('used_for'),
})
export type ActionRow = typeof channelAction.$inferSelect
