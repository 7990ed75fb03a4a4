import type { PromptGray } from '@orrery/contract'
import type { ReleaseStep } from '@orrery/contract/shared/prompt-enums'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export interface TaskItem {
  promptId: string
  version: string
  preVersion: string
  releaseId: string
}
export interface TaskConfig {
  gray?: PromptGray | undefined
  escape?: string | undefined
}
export interface TaskStep {
  status: number
  by?: string
  skippedBy?: string
  approval?: { by: string; passed: boolean; comment: string; at: number }
  comment?: string
  startedAt?: number
  endedAt?: number
}
export interface TaskCheck {
  type: string
  result: 'pass' | 'warn' | 'fail'
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
