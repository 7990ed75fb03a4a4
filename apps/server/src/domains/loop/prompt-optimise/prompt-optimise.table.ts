import { boolean, doublePrecision, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { Found, Row } from './engine.ts'

interface Budget {
  calls: number
  /** 0 means no limit. */
  cost: number
  minutes: number
}
export interface OptimisePlan {
  datasetId: string
  /** 1: a model compares both answers. 2: an evaluator gives scores. */
  strategy: 1 | 2
  evaluatorVersionId: string
  budget: Budget
  criticModelId: string
}
/** Plan of a run, with a snapshot of its rows. */
export interface RunPlan extends OptimisePlan {
  rows: Row[]
  /** Index of the message to rewrite. */
  message: number
}
export const RunStatus = { init: 1, running: 2, cancelled: 3, failed: 4, completed: 5 } as const

export const promptOptimiseTask = pgTable('prompt_optimise_task', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  promptId: id('prompt_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** Version to optimise; if empty, the draft of the person who starts the run. */
  version: text('version').notNull().default(''),
  isVisible: boolean('is_visible').notNull().default(true),
  plan: json<Partial<OptimisePlan>>()('plan').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type OptimiseTaskRow = typeof promptOptimiseTask.$inferSelect

export const promptOptimiseRun = pgTable('prompt_optimise_run', {
  id: id('id').primaryKey(),
  taskId: id('task_id').notNull(),
  spaceId: id('space_id').notNull(),
  version: text('version').notNull().default(''),
  detail: json<PromptDetail>()('detail').notNull(),
  plan: json<RunPlan>()('plan').notNull(),
  status: smallint('status').notNull(),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  result: json<Found>()('result'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  startedAt: millis('started_at').notNull().default(0),
  endedAt: millis('ended_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type OptimiseRunRow = typeof promptOptimiseRun.$inferSelect

export const promptOptimiseCall = pgTable(
  'prompt_optimise_call',
  {
    runId: id('run_id').notNull(),
    key: text('key').notNull(),
    answer: json<unknown>()('answer').notNull(),
    calls: integer('calls').notNull(),
    cost: doublePrecision('cost').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.key] })],
)
