import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const userPasskey = pgTable('user_passkey', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  /** A COSE key in base64url. */
  publicKey: text('public_key').notNull(),
  /** The signature counter of the device; a counter that does not increase means the key was copied. */
  counter: millis('counter').notNull(),
  transports: text('transports').array().notNull(),
  isBackedUp: boolean('is_backed_up').notNull(),
  aaguid: text('aaguid').notNull(),
  name: text('name').notNull(),
  createdAt: millis('created_at').notNull(),
  lastUsedAt: millis('last_used_at'),
})

export const passkeyChallenge = pgTable('passkey_challenge', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose').$type<'add' | 'sign-in' | 'step-up'>().notNull(),
  userId: id('user_id'),
  expiresAt: millis('expires_at').notNull(),
})
