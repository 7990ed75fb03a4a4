import type { EnterpriseRole, PeopleType } from '@orrery/contract/shared/policy'
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const enterprise = pgTable('enterprise', {
  id: id('id').primaryKey(),
  name: text('name').notNull(),
  iconUri: text('icon_uri').notNull().default(''),
  replaceLogo: boolean('replace_logo').notNull().default(false),
  /** Changed settings; others have their defaults. */
  settings: json<Record<string, unknown>>()('settings').notNull(),
  /** Rules about sessions, factors and addresses. */
  security: json<Record<string, unknown>>()('security').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  /** Time of closing: the enterprise is read-only since, and deleted after 14 days. */
  closingAt: millis('closing_at'),
})
export type EnterpriseRow = typeof enterprise.$inferSelect

export const organization = pgTable('organization', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  parentId: id('parent_id'),
  name: text('name').notNull(),
  externalId: text('external_id'),
  createdAt: millis('created_at').notNull(),
})
export type OrganizationRow = typeof organization.$inferSelect

/** Source of a person, group or membership. */
export type ManagedBy = 'manual' | 'sso' | 'scim' | 'ldap'

export const enterprisePerson = pgTable(
  'enterprise_person',
  {
    enterpriseId: id('enterprise_id').notNull(),
    userId: id('user_id').notNull(),
    roles: text('roles').array().$type<EnterpriseRole[]>().notNull(),
    peopleType: text('people_type').$type<PeopleType>().notNull(),
    organizationId: id('organization_id'),
    status: text('status').$type<'active' | 'suspended'>().notNull().default('active'),
    managedBy: text('managed_by').$type<ManagedBy>().notNull().default('manual'),
    externalId: text('external_id'),
    invitedBy: id('invited_by'),
    joinedAt: millis('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.userId] })],
)
export type EnterprisePersonRow = typeof enterprisePerson.$inferSelect
