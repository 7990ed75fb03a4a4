import { boolean, doublePrecision, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** 1 waiting, 2 running, 3 done, 4 stopped. */
export type PairwiseState = 1 | 2 | 3 | 4
/** 1 first, 2 second, 0 tie. */
export type Winner = 0 | 1 | 2
export const pairwise = pgTable('pairwise', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  firstId: id('first_id').notNull(),
  secondId: id('second_id').notNull(),
  question: text('question').notNull(),
  modelId: text('model_id').notNull().default(''),
  state: smallint('state').$type<PairwiseState>().notNull(),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type PairwiseRow = typeof pairwise.$inferSelect

export const pairwiseRow = pgTable(
  'pairwise_row',
  {
    pairwiseId: id('pairwise_id').notNull(),
    itemId: id('item_id').notNull(),
    nth: integer('nth').notNull(),
    forward: smallint('forward').$type<Winner>(),
    backward: smallint('backward').$type<Winner>(),
    reason: text('reason').notNull().default(''),
    isOffline: boolean('is_offline').notNull().default(false),
    cost: doublePrecision('cost').notNull().default(0),
    error: text('error').notNull().default(''),
    errorZh: text('error_zh').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.pairwiseId, table.itemId] })],
)
export type PairRow = typeof pairwiseRow.$inferSelect
