import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** Where a program of a space is reached, and how. */
export interface TypeConfig {
  address: string
  cluster: string
  /** At most this many milliseconds for an answer. */
  timeoutMs: number
  path: string
  method: 'GET' | 'POST'
  /** Requests carry a token that the secret of the type signs. */
  isSigned: boolean
  /** Of objects: whether it can be asked what it has. */
  canSearch: boolean
  searchPath: string
  searchMethod: 'GET' | 'POST'
  regions: string[]
  /** Of evaluators: what their content looks like. */
  contentSchema: string
  /** Names that clients keep here; they change nothing. */
  faasId: string
}
export type TypePurpose = 'object' | 'evaluator'
export const evalType = pgTable('eval_type', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  purpose: text('purpose').$type<TypePurpose>().notNull(),
  number: integer('number').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  callback: smallint('callback').$type<1 | 2 | 3>().notNull(),
  config: json<TypeConfig>()('config').notNull(),
  secret: text('secret').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type EvalTypeRow = typeof evalType.$inferSelect
