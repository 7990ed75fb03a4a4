import type { ServicePermission } from '@orrery/contract'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const serviceIdentity = pgTable('service_identity', {
  /** Same as the id of its account. */
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id'),
  organizationId: id('organization_id'),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull(),
  scopes: json<string[]>()('scopes').notNull(),
  /** Null for all spaces of the enterprise. */
  spaces: json<string[] | null>()('spaces'),
  permissions: json<ServicePermission>()('permissions').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  lastUsedAt: millis('last_used_at').notNull().default(0),
  expiresAt: millis('expires_at').notNull().default(0),
})
export type ServiceIdentityRow = typeof serviceIdentity.$inferSelect

export type InstallationKind = 'auth' | 'obo'
export const appInstallation = pgTable(
  'app_installation',
  {
    appId: id('app_id').notNull(),
    enterpriseId: id('enterprise_id').notNull(),
    kind: text('kind').$type<InstallationKind>().notNull(),
    status: text('status').$type<'pending' | 'approved'>().notNull(),
    /** Approved scopes. */
    scopes: json<string[] | null>()('scopes'),
    spaces: json<string[] | null>()('spaces'),
    /** Account as which the app acts. */
    userId: id('user_id'),
    requestedBy: id('requested_by'),
    decidedBy: id('decided_by'),
    createdAt: millis('created_at').notNull(),
    decidedAt: millis('decided_at'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.enterpriseId, table.kind] })],
)
export type AppInstallationRow = typeof appInstallation.$inferSelect

export const appOptOut = pgTable(
  'app_opt_out',
  {
    appId: id('app_id').notNull(),
    enterpriseId: id('enterprise_id').notNull(),
    userId: id('user_id').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.enterpriseId, table.userId] })],
)
