import type { SpaceRole } from '@orrery/contract'
import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'
import type { ManagedBy } from './enterprise.table.ts'

export const personGroup = pgTable('person_group', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  name: text('name').notNull(),
  externalId: text('external_id'),
  managedBy: text('managed_by').$type<ManagedBy>().notNull().default('manual'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type PersonGroupRow = typeof personGroup.$inferSelect

export const personGroupMember = pgTable(
  'person_group_member',
  {
    groupId: id('group_id').notNull(),
    userId: id('user_id').notNull(),
    source: text('source').$type<ManagedBy>().notNull().default('manual'),
    addedAt: millis('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
)

export const groupGrant = pgTable(
  'group_grant',
  {
    groupId: id('group_id').notNull(),
    spaceId: id('space_id').notNull(),
    role: smallint('role').$type<SpaceRole>().notNull(),
    grantedAt: millis('granted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.spaceId] })],
)
