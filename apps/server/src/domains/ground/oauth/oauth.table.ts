import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** The type of the built-in app for a user's own pages; it is not listed among the registered apps. */
export const WEB_APP = 'web'
export const oauthApp = pgTable('oauth_app', {
  id: id('id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  appType: text('app_type').notNull(),
  clientType: text('client_type').notNull(),
  clientId: text('client_id').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  /** The enterprise that the app belongs to; null: it is the owner's private app. */
  enterpriseId: id('enterprise_id'),
  organizationId: id('organization_id'),
  redirectUris: json<string[]>()('redirect_uris').notNull(),
  scopes: json<string[] | null>()('scopes'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type OauthApp = typeof oauthApp.$inferSelect

export const oauthSecret = pgTable('oauth_secret', {
  id: id('id').primaryKey(),
  appId: id('app_id').notNull(),
  secretHash: text('secret_hash').notNull(),
  mask: text('mask').notNull(),
  createdAt: millis('created_at').notNull(),
})
export const oauthKey = pgTable('oauth_key', {
  fingerprint: text('fingerprint').primaryKey(),
  appId: id('app_id').notNull(),
  pem: text('pem').notNull(),
  createdAt: millis('created_at').notNull(),
})
export const oauthAssertion = pgTable(
  'oauth_assertion',
  { appId: id('app_id').notNull(), jti: text('jti').notNull(), expiresAt: millis('expires_at').notNull() },
  (table) => [primaryKey({ columns: [table.appId, table.jti] })],
)

export type RequestStatus = 'pending' | 'approved' | 'denied' | 'used'
export const oauthRequest = pgTable('oauth_request', {
  keyHash: text('key_hash').primaryKey(),
  appId: id('app_id').notNull(),
  spaceId: id('space_id'),
  redirectUri: text('redirect_uri').notNull().default(''),
  state: text('state').notNull().default(''),
  codeChallenge: text('code_challenge').notNull().default(''),
  userCode: text('user_code'),
  codeHash: text('code_hash'),
  status: text('status').$type<RequestStatus>().notNull(),
  userId: id('user_id'),
  address: text('address').notNull().default(''),
  polledAt: millis('polled_at').notNull().default(0),
  expiresAt: millis('expires_at').notNull(),
})
export type OauthRequest = typeof oauthRequest.$inferSelect

export const oauthGrant = pgTable('oauth_grant', {
  id: id('id').primaryKey(),
  appId: id('app_id').notNull(),
  userId: id('user_id').notNull(),
  /** The enterprise whose spaces the grant covers; null: the user's own spaces. */
  enterpriseId: id('enterprise_id'),
  /** Whether the app acts on behalf of the user, as an admin of the enterprise has allowed. */
  onBehalf: boolean('on_behalf').notNull().default(false),
  scopes: json<string[] | null>()('scopes'),
  spaces: json<string[] | null>()('spaces'),
  createdAt: millis('created_at').notNull(),
})
export type OauthGrant = typeof oauthGrant.$inferSelect

export const oauthToken = pgTable('oauth_token', {
  tokenHash: text('token_hash').primaryKey(),
  grantId: id('grant_id').notNull(),
  kind: text('kind').$type<'access' | 'refresh'>().notNull(),
  /** Null: the scopes of the grant. */
  scopes: json<string[] | null>()('scopes'),
  spaces: json<string[] | null>()('spaces'),
  /** The only bots that the token may talk with; null: no restriction. */
  bots: json<string[] | null>()('bots'),
  usedAt: millis('used_at'),
  expiresAt: millis('expires_at').notNull(),
})
