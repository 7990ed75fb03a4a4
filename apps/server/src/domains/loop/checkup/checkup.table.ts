import type { CheckupModule, CheckupScene } from '@orrery/contract/shared/checkup-enums'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { RowCheck } from './shared/checks.ts'

export const checkupSet = pgTable('checkup_set', {
  botId: id('bot_id').primaryKey(),
  spaceId: id('space_id').notNull(),
  datasetId: id('dataset_id').notNull(),
})

export const checkupRow = pgTable('checkup_row', {
  itemId: id('item_id').primaryKey(),
  botId: id('bot_id').notNull(),
  module: text('module').$type<CheckupModule>().notNull(),
  subDivision: text('sub_division').notNull(),
  skill: text('skill').notNull(),
  skillName: text('skill_name').notNull(),
  hash: text('hash').notNull(),
  slot: text('slot').notNull(),
  questions: json<string[]>()('questions').notNull(),
  checks: json<RowCheck[]>()('checks').notNull(),
  isPinned: boolean('is_pinned').notNull().default(false),
  isEdited: boolean('is_edited').notNull().default(false),
  isDropped: boolean('is_dropped').notNull().default(false),
  createdAt: millis('created_at').notNull(),
})
export type CheckupRowRow = typeof checkupRow.$inferSelect

/** What a row of a check-up tests. */
export interface CheckupQuestionRow {
  itemId: string
  module: CheckupModule
  subDivision: string
  skill: string
  skillName: string
  checks: RowCheck[]
  turns: number
}
/** 1: creating questions; 2: the experiment was started; 3: it could not start; 4: stopped before it started. */
export const Stage = { creating: 1, begun: 2, failed: 3, stopped: 4 } as const
export const checkup = pgTable('checkup', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  botId: id('bot_id').notNull(),
  scene: text('scene').$type<CheckupScene>().notNull(),
  targetVersionId: id('target_version_id').notNull(),
  version: text('version').notNull(),
  commitVersion: text('commit_version').notNull().default(''),
  isReal: boolean('is_real').notNull().default(false),
  rows: json<CheckupQuestionRow[]>()('rows').notNull().default([]),
  score: doublePrecision('score'),
  stage: smallint('stage').$type<1 | 2 | 3 | 4>().notNull(),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type CheckupHead = typeof checkup.$inferSelect

export const checkupEvaluator = pgTable('checkup_evaluator', {
  spaceId: id('space_id').notNull(),
  key: text('key').notNull(),
  versionId: id('version_id').notNull(),
})
export const checkupCase = pgTable('checkup_case', {
  name: text('name').primaryKey(),
  columns: json<string[]>()('columns').notNull(),
  rows: json<string[][]>()('rows').notNull(),
  evaluatorType: integer('evaluator_type').notNull().default(0),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export const checkupOff = pgTable('checkup_off', {
  spaceId: id('space_id').primaryKey(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
