import type { ArenaField, BoardKind, PkStatus, SideState, VoteFault, VoteResult } from '@orrery/contract'
import { boolean, doublePrecision, integer, pgTable, real, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { FinishedTrace } from '#domains/chat/trace/shared/recorder.ts'
import type { BoardPart } from '#kit/stats/ranking/board.ts'

/** Participants, with the names that boards show. */
export const arenaModel = pgTable('arena_model', {
  id: id('id').primaryKey(),
  modelId: id('model_id').notNull(),
  /** The built-in model takes part in two settings. */
  preset: text('preset').$type<'' | 'precise' | 'creative'>().notNull().default(''),
  name: text('name').notNull(),
  company: text('company').notNull().default(''),
  description: text('description').notNull().default(''),
  aliases: json<string[]>()('aliases').notNull().default([]),
  enabled: boolean('enabled').notNull().default(true),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ArenaModelRow = typeof arenaModel.$inferSelect

export const arenaPk = pgTable('arena_pk', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  scene: smallint('scene').notNull(),
  botId: id('bot_id').notNull(),
  botVersion: text('bot_version').notNull().default(''),
  botName: text('bot_name').notNull().default(''),
  leftModel: id('left_model').notNull(),
  rightModel: id('right_model').notNull(),
  leftConversation: id('left_conversation').notNull(),
  rightConversation: id('right_conversation').notNull(),
  status: smallint('status').$type<PkStatus>().notNull(),
  field: smallint('field').$type<ArenaField>().notNull(),
  questionId: id('question_id'),
  createdAt: millis('created_at').notNull(),
  answeredAt: millis('answered_at'),
})
export type PkRow = typeof arenaPk.$inferSelect

export const arenaTurn = pgTable('arena_turn', {
  pkId: id('pk_id').notNull(),
  /** 0 left, 1 right. */
  side: smallint('side').$type<0 | 1>().notNull(),
  round: smallint('round').notNull(),
  traceId: id('trace_id').notNull(),
  question: text('question').notNull(),
  answer: text('answer').notNull().default(''),
  status: text('status').$type<Exclude<SideState, 'idle'>>().notNull(),
  toolCalls: integer('tool_calls').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  leaseUntil: millis('lease_until').notNull(),
  startedAt: millis('started_at').notNull(),
  finishedAt: millis('finished_at'),
  /** Withheld until the vote. */
  trace: json<FinishedTrace>()('trace'),
})
export type ArenaTurnRow = typeof arenaTurn.$inferSelect

export const arenaVote = pgTable('arena_vote', {
  pkId: id('pk_id').primaryKey(),
  userId: id('user_id').notNull(),
  leftModel: id('left_model').notNull(),
  rightModel: id('right_model').notNull(),
  scene: smallint('scene').notNull(),
  field: smallint('field').$type<ArenaField>().notNull(),
  result: smallint('result').$type<VoteResult>().notNull(),
  whyNot: text('why_not').$type<VoteFault | ''>().notNull(),
  questionHash: text('question_hash').notNull(),
  longer: real('longer').notNull(),
  marked: real('marked').notNull(),
  at: millis('at').notNull(),
})

export const arenaFeedback = pgTable('arena_feedback', {
  pkId: id('pk_id').primaryKey(),
  userId: id('user_id').notNull(),
  leftTags: json<string[]>()('left_tags').notNull().default([]),
  rightTags: json<string[]>()('right_tags').notNull().default([]),
  text: text('text').notNull().default(''),
  updatedAt: millis('updated_at').notNull(),
})

export const arenaBan = pgTable('arena_ban', {
  userId: id('user_id').primaryKey(),
  createdAt: millis('created_at').notNull(),
})

export const arenaJudgement = pgTable('arena_judgement', {
  pkId: id('pk_id').notNull(),
  judgeId: id('judge_id').notNull(),
  result: smallint('result').$type<VoteResult>().notNull(),
  at: millis('at').notNull(),
})

export const arenaBank = pgTable('arena_bank', {
  id: id('id').primaryKey(),
  /** Only for banks that ship with the product. */
  key: text('key'),
  field: smallint('field').$type<ArenaField>().notNull(),
  locale: text('locale').$type<'en' | 'zh-CN'>().notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  hasAnswers: boolean('has_answers').notNull(),
  questionCount: integer('question_count').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  createdAt: millis('created_at').notNull(),
})
export type BankRow = typeof arenaBank.$inferSelect

export const arenaQuestion = pgTable('arena_question', {
  id: id('id').primaryKey(),
  bankId: id('bank_id').notNull(),
  seq: integer('seq').notNull(),
  content: text('content').notNull(),
  answer: text('answer').notNull().default(''),
})
export type QuestionRow = typeof arenaQuestion.$inferSelect

export interface BoardContent {
  /** In the order of the model numbers in `parts`. */
  models: { id: string; name: string; company: string }[]
  parts: BoardPart[]
  leftOut: Partial<Record<VoteFault, number>>
  /** Only on the judges' board. */
  agreement?: { agreed: number; of: number }
}
export const arenaBoard = pgTable('arena_board', {
  kind: text('kind').$type<BoardKind>().notNull(),
  id: text('id').notNull(),
  frozen: boolean('frozen').notNull(),
  fromAt: millis('from_at').notNull(),
  untilAt: millis('until_at').notNull(),
  computedAt: millis('computed_at').notNull(),
  voteCount: integer('vote_count').notNull(),
  pkCount: integer('pk_count').notNull(),
  content: json<BoardContent>()('content').notNull(),
})
export type BoardRow = typeof arenaBoard.$inferSelect
