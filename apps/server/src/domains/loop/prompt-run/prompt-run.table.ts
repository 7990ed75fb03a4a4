import type { PromptMessage, PromptReplyItem, PromptValue } from '@orrery/contract'
import { boolean, doublePrecision, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'

/** Content of a try. */
export interface DebugInput {
  detail: PromptDetail
  message?: PromptMessage | undefined
  contexts: PromptMessage[]
  variables: PromptValue[]
}

export const promptDebug = pgTable('prompt_debug', {
  id: id('id').primaryKey(),
  promptId: id('prompt_id').notNull(),
  userId: id('user_id').notNull(),
  traceId: text('trace_id').notNull(),
  version: text('version').notNull().default(''),
  model: text('model').notNull().default(''),
  brief: text('brief').notNull().default(''),
  asked: json<DebugInput>()('asked').notNull(),
  item: json<PromptReplyItem>()('item').notNull(),
  code: millis('code').notNull().default(0),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  startedAt: millis('started_at').notNull(),
  endedAt: millis('ended_at').notNull(),
})
export const promptDebugContext = pgTable(
  'prompt_debug_context',
  {
    promptId: id('prompt_id').notNull(),
    userId: id('user_id').notNull(),
    content: json<object>()('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.userId] })],
)

/** Named sets of inputs. */
export const promptVariableSet = pgTable('prompt_variable_set', {
  id: id('id').primaryKey(),
  promptId: id('prompt_id').notNull(),
  name: text('name').notNull(),
  variables: json<PromptValue[]>()('variables').notNull(),
  message: text('message').notNull().default(''),
  createdBy: id('created_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export type BatchStatus = 'open' | 'done' | 'cancelled' | 'stopped'
export const promptBatch = pgTable('prompt_batch', {
  id: id('id').primaryKey(),
  promptId: id('prompt_id').notNull(),
  spaceId: id('space_id').notNull(),
  version: text('version').notNull().default(''),
  detail: json<PromptDetail>()('detail').notNull(),
  datasetId: id('dataset_id').notNull(),
  evaluatorVersionId: id('evaluator_version_id'),
  status: text('status').$type<BatchStatus>().notNull().default('open'),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  total: integer('total').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  endedAt: millis('ended_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type BatchRow = typeof promptBatch.$inferSelect

export const promptBatchRow = pgTable(
  'prompt_batch_row',
  {
    batchId: id('batch_id').notNull(),
    itemId: id('item_id').notNull(),
    input: json<Record<string, string>>()('input').notNull(),
    output: text('output').notNull().default(''),
    problem: text('problem').notNull().default(''),
    problemZh: text('problem_zh').notNull().default(''),
    score: doublePrecision('score'),
    reason: text('reason').notNull().default(''),
    traceId: text('trace_id').notNull().default(''),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.itemId] })],
)
export type BatchResult = typeof promptBatchRow.$inferInsert

export const promptBatchCase = pgTable('prompt_batch_case', {
  promptId: id('prompt_id').primaryKey(),
  id: id('id').notNull(),
  datasetId: id('dataset_id'),
  evaluatorVersionId: id('evaluator_version_id'),
})

export const promptWritten = pgTable('prompt_written', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  promptId: id('prompt_id'),
  userId: id('user_id').notNull(),
  /** 1 from a form, 2 in one step, 3 from feedback. */
  kind: smallint('kind').notNull(),
  isRetry: boolean('is_retry').notNull().default(false),
  isLiked: boolean('is_liked').notNull().default(false),
  isDisliked: boolean('is_disliked').notNull().default(false),
  isAccepted: boolean('is_accepted').notNull().default(false),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  createdAt: millis('created_at').notNull(),
})
