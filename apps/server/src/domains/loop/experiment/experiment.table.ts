import type { EvaluatorContent, Mapping } from '@orrery/contract'
import type { ExperimentStatus, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** An evaluator as an experiment uses it. */
export interface UsedEvaluator {
  versionId: string
  evaluatorId: string
  name: string
  version: string
  content: EvaluatorContent
  weight: number
  fromSet: Mapping[]
  fromTarget: Mapping[]
  /** Member of the list of evaluators it came from; if absent, the version id is used. */
  ruleId?: string
  wireType?: number
  /** 2: scored once per row, on its last turn. */
  granularity?: 1 | 2
  /** Rows ("row") and turns ("row/turn") that it is limited to, or that are excluded. */
  only?: string[]
  except?: string[]
}
export interface ExperimentConf {
  items: number
  evaluators: number
  retries: number
  trials: number
}
export const experiment = pgTable('experiment', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  datasetId: id('dataset_id').notNull(),
  datasetVersionId: id('dataset_version_id').notNull(),
  datasetName: text('dataset_name').notNull(),
  datasetVersion: text('dataset_version').notNull(),
  itemCount: integer('item_count').notNull(),
  targetVersionId: id('target_version_id').notNull(),
  evaluators: json<UsedEvaluator[]>()('evaluators').notNull(),
  targetMapping: json<Mapping[]>()('target_mapping').notNull(),
  conf: json<ExperimentConf>()('conf').notNull(),
  status: smallint('status').$type<ExperimentStatus>().notNull(),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  runId: id('run_id').notNull(),
  startedAt: millis('started_at').notNull().default(0),
  endedAt: millis('ended_at').notNull().default(0),
  isClean: boolean('is_clean').notNull().default(true),
  planId: id('plan_id'),
  batchId: id('batch_id'),
  setId: id('set_id'),
  pass: doublePrecision('pass').notNull().default(0.6),
  excellent: doublePrecision('excellent').notNull().default(0.9),
  runtimeParameter: text('runtime_parameter').notNull().default(''),
  /** Whether it waits for a program to submit missing outputs. */
  waitsOutside: boolean('waits_outside').notNull().default(false),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ExperimentRow = typeof experiment.$inferSelect

const used = () => ({
  traceId: text('trace_id').notNull().default(''),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  ms: integer('ms').notNull().default(0),
  errorCode: integer('error_code').notNull().default(0),
  error: text('error').notNull().default(''),
  errorZh: text('error_zh').notNull().default(''),
})
export const experimentTurn = pgTable('experiment_turn', {
  id: id('id').primaryKey(),
  experimentId: id('experiment_id'),
  spaceId: id('space_id').notNull(),
  targetVersionId: id('target_version_id').notNull(),
  itemId: id('item_id').notNull(),
  trial: integer('trial').notNull(),
  turn: integer('turn').notNull(),
  pos: doublePrecision('pos').notNull(),
  hash: text('hash').notNull(),
  state: smallint('state').$type<TurnState>().notNull(),
  hasOutput: boolean('has_output').notNull().default(false),
  input: json<Record<string, string>>()('input').notNull(),
  outputs: json<Record<string, string>>()('outputs').notNull(),
  workflowRunId: id('workflow_run_id'),
  ...used(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type TurnRow = typeof experimentTurn.$inferSelect
/** Columns of a turn that figures are computed from. */
export type FigureTurn = Pick<TurnRow, 'id' | 'itemId' | 'turn' | 'hash' | 'state' | 'ms'>

export const experimentScore = pgTable('experiment_score', {
  id: id('id').primaryKey(),
  experimentId: id('experiment_id'),
  turnId: id('turn_id'),
  spaceId: id('space_id').notNull(),
  evaluatorVersionId: id('evaluator_version_id').notNull(),
  evaluatorId: id('evaluator_id').notNull(),
  status: smallint('status').$type<1 | 2>().notNull(),
  fields: json<Record<string, string>>()('fields').notNull(),
  score: doublePrecision('score'),
  normal: doublePrecision('normal'),
  reason: text('reason').notNull().default(''),
  /** Option or text that a person entered. */
  value: text('value').notNull().default(''),
  isOffline: boolean('is_offline').notNull().default(false),
  ...used(),
  correctedScore: doublePrecision('corrected_score'),
  correctedNormal: doublePrecision('corrected_normal'),
  correctedWhy: text('corrected_why').notNull().default(''),
  correctedBy: id('corrected_by'),
  correctedAt: millis('corrected_at').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type ScoreRow = typeof experimentScore.$inferSelect
export type FigureScore = Pick<
  ScoreRow,
  'turnId' | 'evaluatorVersionId' | 'status' | 'normal' | 'correctedNormal' | 'ms'
>
export type NewScore = typeof experimentScore.$inferInsert

export const experimentCorrection = pgTable('experiment_correction', {
  id: id('id').primaryKey(),
  scoreId: id('score_id').notNull(),
  score: doublePrecision('score').notNull(),
  why: text('why').notNull(),
  userId: id('user_id').notNull(),
  createdAt: millis('created_at').notNull(),
})
