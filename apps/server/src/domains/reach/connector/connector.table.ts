import type { AuditStatus, BotConfig, ConnectorPublicType, DomainStatus } from '@orrery/contract'
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const connector = pgTable('connector', {
  id: id('id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  iconUri: text('icon_uri').notNull().default(''),
  callbackUrl: text('callback_url').notNull().default(''),
  callbackToken: text('callback_token').notNull(),
  publicType: smallint('public_type').$type<ConnectorPublicType>().notNull().default(1),
  /** Encrypted JSON; empty without OAuth. */
  oauthConfig: text('oauth_config').notNull().default(''),
  /** Versions have to be accepted by the creator of the channel before they are served. */
  isReviewed: boolean('is_reviewed').notNull().default(false),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ConnectorRow = typeof connector.$inferSelect

export const connectorSpace = pgTable(
  'connector_space',
  {
    connectorId: id('connector_id').notNull(),
    spaceId: id('space_id').notNull(),
    addedBy: id('added_by').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectorId, table.spaceId] })],
)

/** The channels that a person has added to their account. */
export const connectorAccount = pgTable(
  'connector_account',
  {
    connectorId: id('connector_id').notNull(),
    accountId: id('account_id').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectorId, table.accountId] })],
)

/** Review of a version by the creator of the channel. */
export const connectorReview = pgTable('connector_review', {
  id: id('id').primaryKey(),
  connectorId: id('connector_id').notNull(),
  botId: id('bot_id').notNull(),
  publicationId: id('publication_id').notNull(),
  status: smallint('status').$type<AuditStatus>().notNull(),
  reason: text('reason').notNull().default(''),
  shareLink: text('share_link').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  decidedAt: millis('decided_at'),
})
export type ReviewRow = typeof connectorReview.$inferSelect

/** Values that the creator offers to a person, who chooses from them when publishing. */
export const connectorUserConfig = pgTable(
  'connector_user_config',
  {
    connectorId: id('connector_id').notNull(),
    userId: id('user_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    label: text('label').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectorId, table.userId, table.key, table.value] })],
)

export const previewVersion = pgTable('preview_version', {
  id: id('id').primaryKey(),
  keyHash: text('key_hash').notNull(),
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  iconUri: text('icon_uri').notNull(),
  version: text('version').notNull(),
  config: json<BotConfig>()('config').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
export type PreviewRow = typeof previewVersion.$inferSelect

export const miniProgramDomain = pgTable('mini_program_domain', {
  id: id('id').primaryKey(),
  accountId: id('account_id').notNull(),
  connectorId: text('connector_id').notNull(),
  domain: text('domain').notNull(),
  status: smallint('status').$type<DomainStatus>().notNull().default(0),
  reason: text('reason').notNull().default(''),
  reasonZh: text('reason_zh').notNull().default(''),
  fileName: text('file_name').notNull().default(''),
  fileContent: text('file_content').notNull().default(''),
  checkedAt: millis('checked_at').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type DomainRow = typeof miniProgramDomain.$inferSelect
