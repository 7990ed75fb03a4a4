import type { SpaceRole, SpaceType } from '@orrery/contract'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const space = pgTable('space', {
  id: id('id').primaryKey(),
  type: smallint('type').$type<SpaceType>().notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  iconUri: text('icon_uri').notNull().default(''),
  ownerId: id('owner_id').notNull(),
  /** The enterprise that the space belongs to, and its organisation there. */
  enterpriseId: id('enterprise_id'),
  organizationId: id('organization_id'),
  hideOperation: boolean('hide_operation').notNull().default(false),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type SpaceRow = typeof space.$inferSelect

export const spaceMember = pgTable('space_member', {
  spaceId: id('space_id').notNull(),
  userId: id('user_id').notNull(),
  /** The strongest of the direct and group roles. */
  role: smallint('role').$type<SpaceRole>().notNull(),
  /** The role that was given directly; null: only groups gave one. */
  directRole: smallint('direct_role').$type<SpaceRole>(),
  joinedAt: millis('joined_at').notNull(),
  lastActiveAt: millis('last_active_at').notNull().default(0),
  /** A tester looks and tries, and changes nothing. */
  isTester: boolean('is_tester').notNull().default(false),
})

/** Roles given by groups. */
export const spaceMemberSource = pgTable('space_member_source', {
  spaceId: id('space_id').notNull(),
  userId: id('user_id').notNull(),
  groupId: id('group_id').notNull(),
  role: smallint('role').$type<SpaceRole>().notNull(),
})

export const spaceMailInvite = pgTable('space_mail_invite', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  role: smallint('role').$type<SpaceRole>().notNull(),
  key: text('key').notNull(),
  invitedBy: id('invited_by').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})

export const spaceInvite = pgTable('space_invite', {
  spaceId: id('space_id').primaryKey(),
  key: text('key').notNull(),
  enabled: boolean('enabled').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
