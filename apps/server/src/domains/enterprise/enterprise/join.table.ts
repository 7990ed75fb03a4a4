import type { EnterpriseRole } from '@orrery/contract/shared/policy'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const enterpriseInvite = pgTable(
  'enterprise_invite',
  {
    enterpriseId: id('enterprise_id').notNull(),
    createdBy: id('created_by').notNull(),
    keyHash: text('key_hash').notNull(),
    createdAt: millis('created_at').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.createdBy] })],
)

export type ApplicationStatus = 'Processing' | 'Approved' | 'Rejected'
export const joinApplication = pgTable('join_application', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  userId: id('user_id').notNull(),
  /** `link`: application by a join link; `member`: a guest who applies to become a member. */
  kind: text('kind').$type<'link' | 'member'>().notNull(),
  remark: text('remark').notNull().default(''),
  status: text('status').$type<ApplicationStatus>().notNull(),
  decidedBy: id('decided_by'),
  createdAt: millis('created_at').notNull(),
  decidedAt: millis('decided_at'),
})
export type JoinApplicationRow = typeof joinApplication.$inferSelect

export const joinInvitation = pgTable('join_invitation', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  userId: id('user_id').notNull(),
  invitedBy: id('invited_by').notNull(),
  roles: text('roles').array().$type<EnterpriseRole[]>().notNull(),
  status: text('status').$type<'Confirming' | 'Joined' | 'Rejected' | 'Revoked'>().notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
  decidedAt: millis('decided_at'),
})
export type JoinInvitationRow = typeof joinInvitation.$inferSelect

/** Counts of what was revoked and handed over when a person left. */
export interface RemovalCounts {
  sessions?: number
  tokens?: number
  grants?: number
  groups?: number
  spaces?: number
  ownedSpaces?: number
  resources?: number
  collaborations?: number
  apps?: number
}
export const enterpriseRemoval = pgTable('enterprise_removal', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  userId: id('user_id').notNull(),
  receiverId: id('receiver_id'),
  createdBy: id('created_by').notNull(),
  counts: json<RemovalCounts>()('counts').notNull(),
  createdAt: millis('created_at').notNull(),
  revokedAt: millis('revoked_at').notNull(),
  endedAt: millis('ended_at'),
})
export type EnterpriseRemovalRow = typeof enterpriseRemoval.$inferSelect
