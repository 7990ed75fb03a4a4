import type { PromptGray, PromptGrayStep, PromptGuard } from '@orrery/contract'
import type { ReleaseStep } from '@orrery/contract/shared/prompt-enums'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { GuardFigure } from '#kit/stats/guard.ts'

export interface TaskItem {
  promptId: string
  version: string
  preVersion: string
  releaseId: string
}
export interface TaskConfig {
  gray?: PromptGray | undefined
  escape?: string | undefined
  /** Plan of the space by which the share grows over time. */
  plan?: PromptGrayStep[] | undefined
  guard?: PromptGuard | undefined
}
/** State of a gray release. */
export interface GrayStage {
  /** Index in the plan. */
  at: number
  since: number
  /** Number of consecutive comparisons in which the guard found the version worse. */
  bad: number
  figures?: GuardFigure[]
  /** Number of compared calls: of the previous version and of the new one. */
  calls?: [number, number]
}
/** Batches that judge both versions over the rows of a gate. */
export interface GateRun {
  promptId: string
  margin: number
  least: number
  /** The served version; empty if there is none. */
  served: string
  /** Batch ids: of the new version, and of the served one. */
  now: string
  before: string
  /** Why the batches could not start. */
  problem?: { en: string; zh: string }
}
export interface TaskStep {
  status: number
  by?: string
  skippedBy?: string
  approval?: { by: string; passed: boolean; comment: string; at: number }
  comment?: string
  stage?: GrayStage
  /** Gate runs of the check step. */
  gate?: GateRun[]
  /** Why the step failed. */
  problem?: { en: string; zh: string }
  startedAt?: number
  endedAt?: number
}
export interface TaskCheck {
  type: string
  result: 'pass' | 'warn' | 'fail' | 'wait'
  en: string
  zh: string
}

export const promptReleaseTask = pgTable('prompt_release_task', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  promptId: id('prompt_id').notNull(),
  items: json<TaskItem[]>()('items').notNull(),
  env: smallint('env').notNull(),
  lane: text('lane').notNull().default(''),
  label: text('label').notNull().default(''),
  config: json<TaskConfig>()('config').notNull(),
  comment: text('comment').notNull().default(''),
  checks: json<TaskCheck[]>()('checks').notNull(),
  steps: json<Partial<Record<ReleaseStep, TaskStep>>>()('steps').notNull(),
  step: text('step').$type<ReleaseStep>().notNull(),
  status: smallint('status').notNull(),
  releasedBy: id('released_by').notNull(),
  cancelledBy: id('cancelled_by'),
  undoneBy: id('undone_by'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type TaskRow = typeof promptReleaseTask.$inferSelect

export const NoticeStatus = { waiting: 1, sent: 2, failed: 3 } as const
export type NoticeWay = 'mail' | 'hook' | 'lark'
export const promptNotice = pgTable('prompt_notice', {
  id: id('id').primaryKey(),
  taskId: id('task_id').notNull(),
  event: text('event').$type<TaskEvent>().notNull(),
  way: text('way').$type<NoticeWay>().notNull(),
  userId: id('user_id'),
  status: smallint('status').notNull().default(NoticeStatus.waiting),
  problem: text('problem').notNull().default(''),
  attempts: integer('attempts').notNull().default(0),
  nextAt: millis('next_at').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type NoticeRow = typeof promptNotice.$inferSelect
/** Events of a release task that people and programs are notified of. */
export type TaskEvent = 'pending_approval' | 'approved' | 'rejected' | 'finished' | 'rolled_back' | 'stopped_by_guard'

export const promptLark = pgTable('prompt_lark', {
  spaceId: id('space_id').primaryKey(),
  appId: text('app_id').notNull(),
  platform: text('platform').$type<'lark' | 'feishu'>().notNull(),
  baseUrl: text('base_url').notNull().default(''),
  /** Encrypted, like the next two columns. */
  appSecret: text('app_secret').notNull(),
  encryptKey: text('encrypt_key').notNull(),
  verificationToken: text('verification_token').notNull(),
})
export type LarkRow = typeof promptLark.$inferSelect
export const promptLarkPerson = pgTable(
  'prompt_lark_person',
  {
    spaceId: id('space_id').notNull(),
    userId: id('user_id').notNull(),
    openId: text('open_id').notNull(),
    /** Empty once the account is linked. */
    codeHash: text('code_hash').notNull().default(''),
    codeUntil: millis('code_until').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.userId] })],
)
export const promptLarkEvent = pgTable('prompt_lark_event', {
  id: text('id').primaryKey(),
  at: millis('at').notNull(),
})
