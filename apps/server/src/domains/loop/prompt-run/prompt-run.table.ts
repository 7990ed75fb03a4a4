import type { PromptMessage, PromptReplyItem, PromptValue } from '@orrery/contract'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'

/** What a person tried. */
export interface Asked {
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
  asked: json<Asked>()('asked').notNull(),
  item: json<PromptReplyItem>()('item').notNull(),
  code: millis('code').notNull().default(0),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
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
