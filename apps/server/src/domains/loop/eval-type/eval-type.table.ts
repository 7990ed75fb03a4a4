import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** Address and protocol of a registered program. */
export interface TypeConfig {
  address: string
  cluster: string
  /** Timeout in milliseconds. */
  timeoutMs: number
  path: string
  method: 'GET' | 'POST'
  /** Whether requests carry a token signed with the secret of the type. */
  isSigned: boolean
  /** Objects only: whether the program can search its objects. */
  canSearch: boolean
  searchPath: string
  searchMethod: 'GET' | 'POST'
  regions: string[]
  /** Evaluators only: JSON Schema of their content. */
  contentSchema: string
  /** Stored for clients; has no effect. */
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
