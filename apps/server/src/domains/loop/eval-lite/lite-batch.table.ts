import type { RunType } from '@orrery/contract/shared/checkup-enums'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'

/** A dataset of a comparison. A private dataset is deleted together with the comparison. */
export interface BoundSet {
  datasetId: string
  isPrivate: boolean
  /** Id of the ready-made set that the dataset was copied from. */
  builtInId?: string
}
export const liteBatch = pgTable('lite_batch', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  objects: json<PlanTarget[]>()('objects').notNull(),
  datasets: json<BoundSet[]>()('datasets').notNull(),
  setId: id('set_id'),
  runType: smallint('run_type').$type<RunType>().notNull().default(1),
  batchId: id('batch_id'),
  testBatchId: id('test_batch_id'),
  testDatasetId: id('test_dataset_id'),
  isStarting: boolean('is_starting').notNull().default(false),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  submittedBy: id('submitted_by'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type LiteBatchRow = typeof liteBatch.$inferSelect
