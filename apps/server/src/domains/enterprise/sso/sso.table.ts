import { and, isNotNull, lt } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { MappingRow } from './mapping.ts'

/** A domain claimed by an enterprise; verified by a DNS record. */
export const emailDomain = pgTable('email_domain', {
  id: id('id').primaryKey(),
  domain: text('domain').notNull(),
  enterpriseId: id('enterprise_id').notNull(),
  challenge: text('challenge').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  verifiedAt: millis('verified_at'),
  checkedAt: millis('checked_at').notNull().default(0),
  failures: integer('failures').notNull().default(0),
})
/** Weekly checks without the DNS record, after which nobody joins by the domain any more. */
export const LAPSE_FAILURES = 3
/**
 * Verified, and not missing from DNS in three weekly checks. By other domains nobody signs up or joins; the security
 * rules for people who are inside stay, so that a lost record does not relax them.
 */
export const isUsableDomain = and(isNotNull(emailDomain.verifiedAt), lt(emailDomain.failures, LAPSE_FAILURES))

export type SsoKind = 'oidc' | 'saml' | 'ldap'
export const ssoConnection = pgTable('sso_connection', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  kind: text('kind').$type<SsoKind>().notNull(),
  name: text('name').notNull(),
  config: json<Record<string, unknown>>()('config').notNull(),
  /** Encrypted JSON: client secret, bind password, or our own key. */
  sealedSecret: text('sealed_secret').notNull(),
  domains: text('domains').array().notNull(),
  createsAccounts: boolean('creates_accounts').notNull(),
  defaultRole: text('default_role').$type<'Member' | 'Guest'>().notNull(),
  /** Whether e-mail addresses of the provider count as verified even if it does not state so. */
  trustsEmail: boolean('trusts_email').notNull(),
  mapping: json<MappingRow[]>()('mapping').notNull(),
  state: text('state').$type<'draft' | 'tested' | 'active' | 'off'>().notNull(),
  isEnforced: boolean('is_enforced').notNull().default(false),
  testedAt: millis('tested_at'),
  testedBy: id('tested_by'),
  testedClaims: json<Record<string, unknown>>()('tested_claims'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type SsoConnectionRow = typeof ssoConnection.$inferSelect

/** Identity of a person at a provider; never looked up by e-mail. */
export const ssoIdentity = pgTable(
  'sso_identity',
  {
    connectionId: id('connection_id').notNull(),
    subject: text('subject').notNull(),
    userId: id('user_id').notNull(),
    claims: json<Record<string, unknown>>()('claims').notNull(),
    createdAt: millis('created_at').notNull(),
    lastUsedAt: millis('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.subject] })],
)

export interface FlowOutcome {
  subject: string
  sid?: string | undefined
  claims: Record<string, unknown>
}
export const ssoFlow = pgTable('sso_flow', {
  stateHash: text('state_hash').primaryKey(),
  connectionId: id('connection_id').notNull(),
  purpose: text('purpose').$type<'sign-in' | 'test' | 'link'>().notNull(),
  browserHash: text('browser_hash').notNull(),
  userId: id('user_id'),
  requestId: text('request_id').notNull().default(''),
  nonce: text('nonce').notNull().default(''),
  verifier: text('verifier').notNull().default(''),
  redirect: text('redirect').notNull().default(''),
  isAnswered: boolean('is_answered').notNull().default(false),
  codeHash: text('code_hash'),
  outcome: json<FlowOutcome>()('outcome'),
  expiresAt: millis('expires_at').notNull(),
})
export type SsoFlowRow = typeof ssoFlow.$inferSelect

export const ssoSeen = pgTable(
  'sso_seen',
  {
    connectionId: id('connection_id').notNull(),
    key: text('key').notNull(),
    expiresAt: millis('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.key] })],
)

/** Sessions started through a provider, which may also end them. */
export const ssoSession = pgTable('sso_session', {
  sessionId: id('session_id').primaryKey(),
  connectionId: id('connection_id').notNull(),
  subject: text('subject').notNull(),
  sid: text('sid'),
})

/** Accounts that may sign in without the provider while it is down. */
export const breakGlass = pgTable(
  'break_glass',
  {
    enterpriseId: id('enterprise_id').notNull(),
    userId: id('user_id').notNull(),
    setBy: id('set_by').notNull(),
    setAt: millis('set_at').notNull(),
    lastUsedAt: millis('last_used_at'),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.userId] })],
)
