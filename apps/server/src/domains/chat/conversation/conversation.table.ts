import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { Pending } from '#domains/chat/agent/shared/turn-types.ts'

export const conversation = pgTable('conversation', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  spaceId: id('space_id').notNull(),
  userId: id('user_id').notNull(),
  connectorId: text('connector_id').notNull(),
  scene: integer('scene').notNull(),
  isDraft: boolean('is_draft').notNull(),
  isMain: boolean('is_main').notNull(),
  name: text('name').notNull().default(''),
  sectionId: id('section_id').notNull(),
  clearedId: id('cleared_id').notNull().default('0'),
  agentId: text('agent_id').notNull().default(''),
  pending: json<Pending | null>()('pending'),
  endUser: text('end_user').notNull().default(''),
  meta: json<Record<string, string>>()('meta').notNull(),
  /** Versions of prompts that the conversation started with, by key and label. */
  pins: json<Record<string, string>>()('pins').notNull().default({}),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ConversationRow = typeof conversation.$inferSelect

export type MessageType = 'question' | 'answer' | 'function_call' | 'tool_response' | 'verbose' | 'follow_up'
export type MessageStatus = 'available' | 'streaming' | 'broken' | 'failed' | 'replaced'
export const message = pgTable('message', {
  id: id('id').primaryKey(),
  conversationId: id('conversation_id').notNull(),
  sectionId: id('section_id').notNull(),
  turnId: id('turn_id').notNull(),
  role: text('role').$type<'user' | 'assistant'>().notNull(),
  type: text('type').$type<MessageType>().notNull(),
  content: text('content').notNull(),
  contentType: text('content_type').notNull().default('text'),
  reasoning: text('reasoning').notNull().default(''),
  replyId: id('reply_id').notNull(),
  status: text('status').$type<MessageStatus>().notNull(),
  brokenPos: integer('broken_pos'),
  extra: json<Record<string, string>>()('extra').notNull(),
  senderId: text('sender_id').notNull().default(''),
  feedback: smallint('feedback').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type MessageRow = typeof message.$inferSelect

export const TurnStatus = { running: 1, done: 2, failed: 3, stopped: 4, waiting: 5, cut: 6 } as const
export type TurnStatus = (typeof TurnStatus)[keyof typeof TurnStatus]
export const turn = pgTable('turn', {
  id: id('id').primaryKey(),
  conversationId: id('conversation_id').notNull(),
  botId: id('bot_id').notNull(),
  spaceId: id('space_id').notNull(),
  userId: id('user_id').notNull(),
  questionId: id('question_id').notNull(),
  scene: text('scene').notNull(),
  status: smallint('status').$type<TurnStatus>().notNull(),
  owner: text('owner').notNull(),
  leaseUntil: millis('lease_until').notNull(),
  errorCode: integer('error_code').notNull().default(0),
  errorMsg: text('error_msg').notNull().default(''),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  startedAt: millis('started_at').notNull(),
  finishedAt: millis('finished_at'),
  chatId: id('chat_id').notNull().default('0'),
})
export type TurnRow = typeof turn.$inferSelect
