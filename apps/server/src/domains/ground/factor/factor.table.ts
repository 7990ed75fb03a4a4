import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const userTotp = pgTable('user_totp', {
  userId: id('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  /** Null until the first code was right: only then it is asked for. */
  confirmedAt: millis('confirmed_at'),
  /** A code is good once: those of this step and before are used up. */
  lastStep: millis('last_step').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})

export const recoveryCode = pgTable('recovery_code', {
  userId: id('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: millis('used_at'),
})

/** The password was right, and the second step is still due. */
export const signInChallenge = pgTable('sign_in_challenge', {
  tokenHash: text('token_hash').primaryKey(),
  userId: id('user_id').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
