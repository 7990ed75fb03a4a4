import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { Actor } from '#kit/http/context.ts'
import { qrPicture } from '#kit/qr-picture.ts'
import { randomToken, type Secrets, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import { factorErrors } from './factor.errors.ts'
import { recoveryCode, signInChallenge, userTotp } from './factor.table.ts'
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const CHALLENGE_MS = 10 * 60_000
/** How long a proof of identity remains valid for dangerous actions. */
const FRESH_MS = 15 * 60_000
const ISSUER = 'Orrery'

export interface FactorDeps {
  db: Db
  secrets: Secrets
  /** Rate-limits guesses. */
  guard: {
    check(key: string, address: string): Promise<void>
    failed(key: string, address: string): Promise<void>
    succeeded(key: string): Promise<void>
  }
  sessions: SessionService
  /** A passkey counts as a second factor too. */
  passkeys: { count(userId: string): Promise<number> }
  audit: AuditService
  clock: Clock
}

/** The second step of signing in: codes of an authenticator app, and recovery codes for a lost device. */
export function createFactorService({ db, secrets, guard, sessions, passkeys, audit, clock }: FactorDeps) {
  const find = async (userId: string) => (await db.select().from(userTotp).where(eq(userTotp.userId, userId)))[0]
  const isOn = async (userId: string): Promise<boolean> => Boolean((await find(userId))?.confirmedAt)
  const hasAny = async (userId: string) => (await isOn(userId)) || (await passkeys.count(userId)) > 0
  /** Recovery codes are signed, not only hashed: they are short enough to be guessed from a stolen database. */
  const hashOf = (userId: string, code: string) => secrets.sign(`recovery:${userId}:${readRecoveryCode(code)}`)

  async function writeCodes(userId: string, tx: Tx): Promise<string[]> {
    const codes = newRecoveryCodes()
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
    await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
    return codes
  }
  /** Checks and consumes a code: of two concurrent calls with the same code, only one succeeds. */
  async function useTotp(userId: string, code: string): Promise<boolean> {
    const row = await find(userId)
    const step = row && stepOfCode(secrets.open(row.sealedSecret), code, clock.now())
    if (step === undefined) return false
    const used = await db
      .update(userTotp)
      .set({ lastStep: step })
      .where(and(eq(userTotp.userId, userId), lt(userTotp.lastStep, step)))
      .returning({ id: userTotp.userId })
    return used.length > 0
  }
  async function useRecovery(userId: string, code: string, address: string): Promise<boolean> {
    const used = await db
      .update(recoveryCode)
      .set({ usedAt: clock.now() })
      .where(
        and(
          eq(recoveryCode.userId, userId),
          eq(recoveryCode.codeHash, hashOf(userId, code)),
          isNull(recoveryCode.usedAt),
        ),
      )
      .returning({ id: recoveryCode.userId })
    if (used.length) await audit.record({ actorId: userId, action: 'factor.recovery_used', address })
    return used.length > 0
  }
  /** Checks a code. Wrong codes lock only the second step for a while, not the account. */
  async function verifyCode(userId: string, code: string, address: string, onlyApp = false): Promise<void> {
    const key = `factor:${userId}`
    await guard.check(key, address)
    const isRight = /^\d{6}$/.test(code)
      ? await useTotp(userId, code)
      : !onlyApp && (await useRecovery(userId, code, address))
    if (isRight) return guard.succeeded(key)
    await guard.failed(key, address)
    await audit.record({ actorId: userId, action: 'factor.failed', address })
    throw factorErrors.wrongCode()
  }
  async function proved({ sessionId }: Pick<Actor, 'sessionId'>): Promise<number> {
    if (sessionId) await sessions.confirm(sessionId)
    return clock.now() + FRESH_MS
  }
  async function remove(userId: string) {
    await db.transaction(async (tx) => {
      await tx.delete(userTotp).where(eq(userTotp.userId, userId))
      await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
    })
  }

  return {
    isOn,
    async state(userId: string) {
      const row = await find(userId)
      const unused = and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt))
      return {
        since: row?.confirmedAt ?? null,
        codesLeft: await db.$count(recoveryCode, unused),
        passkeys: await passkeys.count(userId),
      }
    },
    /** Starts the setup. Two-step verification is on only after the first right code, to prevent lockouts. */
    async begin(userId: string, account: string) {
      const secret = newTotpSecret()
      const fresh = { sealedSecret: secrets.seal(secret), lastStep: 0, createdAt: clock.now() }
      const stored = await db
        .insert(userTotp)
        .values({ userId, ...fresh })
        .onConflictDoUpdate({ target: userTotp.userId, set: fresh, setWhere: isNull(userTotp.confirmedAt) })
        .returning({ id: userTotp.userId })
      if (!stored.length) throw factorErrors.alreadyOn()
      const uri = totpUri(secret, ISSUER, account)
      return { secret, uri, picture: await qrPicture(uri) }
    },
    /** Turns it on. Ends all other sessions of the user, which began without the second step. */
    async confirm(userId: string, code: string, sessionId: string | undefined, address: string): Promise<string[]> {
      const row = await find(userId)
      if (!row) throw factorErrors.notOn()
      if (row.confirmedAt) throw factorErrors.alreadyOn()
      await verifyCode(userId, code, address, true)
      const codes = await db.transaction(async (tx) => {
        await tx.update(userTotp).set({ confirmedAt: clock.now() }).where(eq(userTotp.userId, userId))
        return writeCodes(userId, tx)
      })
      if (sessionId) await sessions.confirm(sessionId)
      await sessions.endAll(userId, sessionId)
      await audit.record({ actorId: userId, action: 'factor.on', address })
      return codes
    },
    async turnOff(userId: string, address: string) {
      if (!(await isOn(userId))) throw factorErrors.notOn()
      await remove(userId)
      await audit.record({ actorId: userId, action: 'factor.off', address })
    },
    /** Turns it off for a user who lost both the app and the codes. */
    async reset(userId: string, actorId: string, address: string) {
      if (!(await isOn(userId))) throw factorErrors.notOn()
      await remove(userId)
      await sessions.endAll(userId)
      await audit.record({ actorId, action: 'factor.reset', target: userId, address })
    },
    async renewCodes(userId: string, address: string): Promise<string[]> {
      if (!(await isOn(userId))) throw factorErrors.notOn()
      const codes = await db.transaction((tx) => writeCodes(userId, tx))
      await audit.record({ actorId: userId, action: 'factor.codes_renewed', address })
      return codes
    },
    /** Creates the challenge that is returned after the right password. */
    async challenge(userId: string): Promise<string> {
      const token = randomToken()
      const now = clock.now()
      await db
        .delete(signInChallenge)
        .where(and(eq(signInChallenge.userId, userId), lt(signInChallenge.expiresAt, now)))
      await db.insert(signInChallenge).values({ tokenHash: sha256(token), userId, expiresAt: now + CHALLENGE_MS })
      return token
    },
    /** Completes a challenge; returns the user who signs in. A challenge starts one session only. */
    async answer(token: string, code: string, address: string): Promise<string> {
      const mine = eq(signInChallenge.tokenHash, sha256(token))
      const [open] = await db.select().from(signInChallenge).where(mine)
      if (!open || open.expiresAt <= clock.now()) throw factorErrors.challengeOver()
      // Two-step verification may have been turned off meanwhile.
      if (await isOn(open.userId)) await verifyCode(open.userId, code, address)
      const used = await db.delete(signInChallenge).where(mine).returning({ userId: signInChallenge.userId })
      if (!used.length) throw factorErrors.challengeOver()
      return open.userId
    },
    /** Invalidates pending sign-ins after a password change: they began with the old password. */
    dropChallenges: (userId: string) => db.delete(signInChallenge).where(eq(signInChallenge.userId, userId)),
    async stepUp({ userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>, code: string, address: string) {
      if (!(await isOn(userId))) throw factorErrors.notOn()
      await verifyCode(userId, code, address)
      return proved({ sessionId })
    },
    proved,
    /** Whether the account has a second factor, a passkey included. */
    hasAny,
    /** Requires a recent proof from users who have a second factor. Tokens of programs never need one. */
    async requireFresh({ userId, sessionId }: Actor): Promise<void> {
      if (!sessionId || !(await hasAny(userId))) return
      if ((await sessions.confirmedAt(sessionId)) <= clock.now() - FRESH_MS) throw factorErrors.stepUpNeeded()
    },
    /** Which of the users have two-step verification, for the list of accounts. */
    async among(userIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (!userIds.length) return new Set()
      const rows = await db
        .select({ id: userTotp.userId })
        .from(userTotp)
        .where(and(isNotNull(userTotp.confirmedAt), inArray(userTotp.userId, [...userIds])))
      return new Set(rows.map((row) => row.id))
    },
  }
}
export type FactorService = ReturnType<typeof createFactorService>
