import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { passkeyErrors } from './passkey.errors.ts'
import { passkeyChallenge, userPasskey } from './passkey.table.ts'

const CHALLENGE_MS = 5 * 60_000
const MAX_PASSKEYS = 20
const RP_NAME = 'Orrery'

export interface PasskeyDeps {
  db: Db
  audit: AuditService
  newId: NewId
  clock: Clock
  publicUrl: string
}
type Purpose = 'add' | 'sign-in' | 'step-up'

/** Loaded on first use: most runs of the server see no passkey. */
const library = () => import('@simplewebauthn/server')

/** Passkeys: keys that never leave a device or its owner’s cloud and are unlocked with a finger, a face or a PIN. */
export function createPasskeyService({ db, audit, newId, clock, publicUrl }: PasskeyDeps) {
  const { origin, hostname } = new URL(publicUrl)
  const isAvailable = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  const requireName = () => {
    if (!isAvailable) throw passkeyErrors.notAvailable()
  }

  async function remember(challenge: string, purpose: Purpose, userId: string | null) {
    const now = clock.now()
    await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, now))
    await db.insert(passkeyChallenge).values({ challenge, purpose, userId, expiresAt: now + CHALLENGE_MS })
  }
  /** Consumes the challenge, whether or not the rest of the proof is right. */
  async function consumeChallenge(challenge: string, purpose: Purpose, userId: string | null): Promise<boolean> {
    const [row] = await db.delete(passkeyChallenge).where(eq(passkeyChallenge.challenge, challenge)).returning()
    return Boolean(row && row.expiresAt > clock.now() && row.purpose === purpose && row.userId === userId)
  }
  const of = (userId: string) =>
    db.select().from(userPasskey).where(eq(userPasskey.userId, userId)).orderBy(desc(userPasskey.createdAt))

  /** Verifies a proof; returns the user who owns the passkey. */
  async function verify(proof: AuthenticationResponseJSON, purpose: Purpose, userId: string | null, address: string) {
    requireName()
    const [key] = await db.select().from(userPasskey).where(eq(userPasskey.credentialId, proof.id))
    let wasOpen = false
    const { verifyAuthenticationResponse } = await library()
    const failed = async (error: Error) => {
      await audit.record({ actorId: key?.userId, action: 'passkey.failed', address })
      throw error
    }
    if (!key || (userId !== null && key.userId !== userId)) return failed(passkeyErrors.unknown())
    const verified = await verifyAuthenticationResponse({
      response: proof,
      expectedChallenge: async (challenge) => (wasOpen = await consumeChallenge(challenge, purpose, userId)),
      expectedOrigin: origin,
      expectedRPID: hostname,
      // The library’s check of the counter reports no specific error, so the counter is checked below.
      credential: { id: key.credentialId, publicKey: Buffer.from(key.publicKey, 'base64url'), counter: 0 },
    }).catch(() => undefined)
    if (!verified?.verified) return failed(wasOpen ? passkeyErrors.refused() : passkeyErrors.over())
    const { newCounter, credentialBackedUp } = verified.authenticationInfo
    // The database compares the counters, so that of two concurrent proofs with the same counter one is refused.
    const used = await db
      .update(userPasskey)
      .set({ counter: newCounter, isBackedUp: credentialBackedUp, lastUsedAt: clock.now() })
      .where(
        and(
          eq(userPasskey.id, key.id),
          newCounter === 0 ? eq(userPasskey.counter, 0) : lt(userPasskey.counter, newCounter),
        ),
      )
      .returning({ id: userPasskey.id })
    if (!used.length) {
      await audit.record({ actorId: key.userId, action: 'passkey.copied', target: key.id, address })
      throw passkeyErrors.copied()
    }
    return key.userId
  }

  async function requestOptions(purpose: Purpose, userId: string | null) {
    requireName()
    const { generateAuthenticationOptions } = await library()
    const mine = userId === null ? [] : await of(userId)
    if (userId !== null && !mine.length) throw passkeyErrors.unknown()
    const options = await generateAuthenticationOptions({
      rpID: hostname,
      userVerification: 'required',
      allowCredentials: mine.map((key) => ({ id: key.credentialId, transports: key.transports })),
    })
    await remember(options.challenge, purpose, userId)
    return { ...options }
  }

  return {
    isAvailable,
    list: of,
    count: (userId: string) => db.$count(userPasskey, eq(userPasskey.userId, userId)),
    async begin(user: { id: string; email: string; name: string }) {
      requireName()
      const known = await of(user.id)
      if (known.length >= MAX_PASSKEYS) throw passkeyErrors.limit()
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: hostname,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        attestationType: 'none',
        excludeCredentials: known.map((key) => ({ id: key.credentialId, transports: key.transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await remember(options.challenge, 'add', user.id)
      return { ...options }
    },
    async add(userId: string, name: string, created: RegistrationResponseJSON, address: string): Promise<string> {
      requireName()
      let wasOpen = false
      const { verifyRegistrationResponse } = await library()
      const verified = await verifyRegistrationResponse({
        response: created,
        expectedChallenge: async (challenge) => (wasOpen = await consumeChallenge(challenge, 'add', userId)),
        expectedOrigin: origin,
        expectedRPID: hostname,
      }).catch(() => undefined)
      if (!verified?.verified) throw wasOpen ? passkeyErrors.refused() : passkeyErrors.over()
      const { credential, credentialBackedUp, aaguid } = verified.registrationInfo
      const id = newId()
      try {
        await db.insert(userPasskey).values({
          id,
          userId,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: created.response.transports ?? [],
          isBackedUp: credentialBackedUp,
          aaguid,
          name,
          createdAt: clock.now(),
        })
      } catch (cause) {
        if (violates(cause, 'user_passkey_credential_id_key')) throw passkeyErrors.refused()
        throw cause
      }
      await audit.record({ actorId: userId, action: 'passkey.added', target: id, address, detail: { name } })
      return id
    },
    async rename(userId: string, id: string, name: string) {
      const mine = and(eq(userPasskey.id, id), eq(userPasskey.userId, userId))
      const found = await db.update(userPasskey).set({ name }).where(mine).returning({ id: userPasskey.id })
      if (!found.length) throw errors.notFound({ what: 'passkey' })
    },
    async remove(userId: string, id: string, address: string) {
      const mine = and(eq(userPasskey.id, id), eq(userPasskey.userId, userId))
      const [gone] = await db.delete(userPasskey).where(mine).returning({ name: userPasskey.name })
      if (!gone) throw errors.notFound({ what: 'passkey' })
      await audit.record({ actorId: userId, action: 'passkey.removed', target: id, address, detail: gone })
    },
    signInOptions: () => requestOptions('sign-in', null),
    signIn: (proof: AuthenticationResponseJSON, address: string) => verify(proof, 'sign-in', null, address),
    stepUpOptions: (userId: string) => requestOptions('step-up', userId),
    stepUp: (userId: string, proof: AuthenticationResponseJSON, address: string) =>
      verify(proof, 'step-up', userId, address),
    /** Which of the users have a passkey. */
    async among(userIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (!userIds.length) return new Set()
      const rows = await db
        .selectDistinct({ id: userPasskey.userId })
        .from(userPasskey)
        .where(inArray(userPasskey.userId, [...userIds]))
      return new Set(rows.map((row) => row.id))
    },
  }
}
export type PasskeyService = ReturnType<typeof createPasskeyService>
