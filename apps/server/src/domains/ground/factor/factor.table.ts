import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const userTotp = pgTable('user_totp', {
  userId: id('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  /** Null until the first right code; before that, no second step is required. */
  confirmedAt: millis('confirmed_at'),
  /** The last consumed time step: codes of this step and earlier ones are refused. */
  lastStep: millis('last_step').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})

export const recoveryCode = pgTable('recovery_code', {
  userId: id('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: millis('used_at'),
})

/** Sign-ins that passed the password but not yet the second step. */
export const signInChallenge = pgTable('sign_in_challenge', {
  tokenHash: text('token_hash').primaryKey(),
  userId: id('user_id').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
