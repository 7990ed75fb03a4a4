import type { ExperimentPlan, Mapping } from '@orrery/contract'
import type { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { ExternalMeta } from '#domains/loop/eval-target/eval-target.table.ts'

/** What a plan evaluates. */
export interface PlanTarget {
  type: TargetType
  sourceId: string
  /** 1 draft, 2 published state. */
  state: 1 | 2
  /** Object type number of the first API version. */
  objectType: number
  name: string
  meta?: ExternalMeta
  /** Stored outputs: datasets that contain them, each with its list of evaluators. */
  collection?: { datasetId: string; setId: string; name: string }[]
  /** JSON of overrides for the target, used if the run and the plan set no runtime parameter. */
  runtime?: string
}
/** Field mapping for the inputs of one evaluator. */
type EvaluatorMapping = ExperimentPlan['evaluator_field_mapping'][number]
export interface PlanTag {
  tag_name: string
  tag_value: string
}
export const evalPlan = pgTable('eval_plan', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  target: json<PlanTarget>()('target'),
  datasetId: id('dataset_id'),
  setId: id('set_id'),
  rowSets: json<Record<string, string>>()('row_sets').notNull(),
  targetMapping: json<Mapping[]>()('target_mapping').notNull(),
  pass: doublePrecision('pass').notNull().default(0.6),
  excellent: doublePrecision('excellent').notNull().default(0.9),
  runtimeParameter: text('runtime_parameter').notNull().default(''),
  region: text('region').notNull().default(''),
  tags: json<PlanTag[]>()('tags').notNull(),
  chartIds: json<string[]>()('chart_ids').notNull(),
  isReadOnly: boolean('is_read_only').notNull().default(false),
  trials: integer('trials').notNull().default(1),
  evaluatorMapping: json<EvaluatorMapping[]>()('evaluator_mapping').notNull(),
  scheduleCron: text('schedule_cron').notNull().default(''),
  scheduleZone: text('schedule_zone').notNull().default(''),
  /** 0 means no schedule. */
  scheduleNext: millis('schedule_next').notNull().default(0),
  scheduleLease: millis('schedule_lease').notNull().default(0),
  scheduleBy: id('schedule_by').notNull(),
  scheduleProblem: text('schedule_problem').notNull().default(''),
  scheduleProblemZh: text('schedule_problem_zh').notNull().default(''),
  lastRunAt: millis('last_run_at').notNull().default(0),
  requestKey: text('request_key').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type PlanRow = typeof evalPlan.$inferSelect

/** 1 stops when an experiment fails, 2 continues, 3 continues while each experiment has a successful turn. */
export type BatchPolicy = 1 | 2 | 3
export const evalBatch = pgTable('eval_batch', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  policy: smallint('policy').$type<BatchPolicy>().notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type BatchRow = typeof evalBatch.$inferSelect

export const evalGate = pgTable('eval_gate', {
  botId: id('bot_id').primaryKey(),
  planId: id('plan_id').notNull(),
  leastShare: doublePrecision('least_share').notNull().default(1),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type GateRow = typeof evalGate.$inferSelect
