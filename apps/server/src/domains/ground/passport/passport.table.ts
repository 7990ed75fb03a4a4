import type { UserLevel } from '@orrery/contract/shared/user-levels'
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const appUser = pgTable('app_user', {
  id: id('id').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Null: when the account was created. */
  passwordSetAt: millis('password_set_at'),
  name: text('name').notNull(),
  uniqueName: text('unique_name').notNull(),
  description: text('description').notNull().default(''),
  avatarKey: text('avatar_key'),
  locale: text('locale').notNull().default('zh-CN'),
  isInstanceOwner: boolean('is_instance_owner').notNull().default(false),
  disabled: boolean('disabled').notNull().default(false),
  label: text('label').notNull().default(''),
  /** A service identity is an account that nobody can sign in with. */
  kind: text('kind').$type<'person' | 'service'>().notNull().default('person'),
  level: smallint('level').$type<UserLevel>().notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  erasedAt: millis('erased_at'),
})
export type UserRow = typeof appUser.$inferSelect

export const userSession = pgTable('user_session', {
  id: id('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  userId: id('user_id').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  address: text('address').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  lastSeenAt: millis('last_seen_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
  /** When the person last proved their identity in this session. */
  confirmedAt: millis('confirmed_at').notNull().default(0),
  /** How the person proved their identity. */
  way: text('way').$type<SessionWay>().notNull().default(''),
  /** The session ends after this time without use. */
  idleMs: millis('idle_ms'),
})
export type SessionWay = '' | 'password' | 'code' | 'passkey' | 'company'

/** Earlier passwords, as hashes, of people whose enterprise refuses to reuse them. */
export const passwordHistory = pgTable(
  'password_history',
  {
    userId: id('user_id').notNull(),
    passwordHash: text('password_hash').notNull(),
    replacedAt: millis('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.replacedAt] })],
)

export const loginFailure = pgTable('login_failure', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: millis('since').notNull(),
  lockedUntil: millis('locked_until').notNull().default(0),
})

export const passwordReset = pgTable('password_reset', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  sealedCode: text('sealed_code').notNull(),
  tries: integer('tries').notNull().default(0),
  used: boolean('used').notNull().default(false),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
