import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** Tokens and apps of an enterprise that may also reach the user's own spaces. */
export const accountReach = pgTable(
  'account_reach',
  {
    userId: id('user_id').notNull(),
    kind: text('kind').$type<'app' | 'pat'>().notNull(),
    targetId: id('target_id').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.targetId] })],
)
/** Private tokens and grants that still reach a space after it moved into an enterprise. */
export const spaceCarry = pgTable(
  'space_carry',
  {
    spaceId: id('space_id').notNull(),
    kind: text('kind').$type<'pat' | 'grant'>().notNull(),
    targetId: id('target_id').notNull(),
    createdBy: id('created_by').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.targetId, table.spaceId] })],
)
