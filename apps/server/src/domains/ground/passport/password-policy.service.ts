import { normalPassword } from '@orrery/contract/shared/password-rules'
import { and, desc, eq, lte } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { BreachCheck } from './breach-check.ts'
import { companyAccountErrors, passportErrors, passwordAgeErrors } from './passport.errors.ts'
import { passwordHistory, type UserRow } from './passport.table.ts'
import type { Passwords } from './shared/password.ts'

export interface PasswordRules {
  minLength: number
  words: readonly string[]
  /** How many earlier passwords are refused. */
  history: number
  /** Whether breached passwords are refused at every sign-in, not only when a password is set. */
  refusesBreached: boolean
  /** Maximum age in days; 0: unlimited. */
  maxDays: number
}
const MAX_HISTORY = 10
const DAY_MS = 24 * 3600_000

export interface PasswordPolicyDeps {
  db: Db
  clock: Clock
  breaches: Pick<BreachCheck, 'isKnown'>
  passwords: Pick<Passwords, 'matches'>
  /** Rules of the enterprises that the account belongs to; undefined: none. */
  rulesFor(userId: string): Promise<PasswordRules | undefined>
}

/** Password rules of enterprises, in addition to those for everybody. */
export function createPasswordPolicy({ db, clock, breaches, passwords, rulesFor }: PasswordPolicyDeps) {
  const weak = (problem: string, problemZh: string) => passportErrors.weakPassword({ problem, problemZh })
  return {
    async require(user: Pick<UserRow, 'id' | 'passwordHash'>, password: string): Promise<void> {
      const rules = await rulesFor(user.id)
      if (!rules) return
      const text = normalPassword(password)
      const { minLength, words, history } = rules
      if ([...text].length < minLength)
        throw weak(`your enterprise asks for at least ${minLength} characters`, `企业要求至少 ${minLength} 个字符`)
      const word = words.find((one) => text.toLowerCase().includes(one.toLowerCase()))
      if (word !== undefined)
        throw weak(`your enterprise refuses passwords that contain “${word}”`, `企业不允许密码包含「${word}」`)
      if (history === 0) return
      const earlier = await db
        .select({ hash: passwordHistory.passwordHash })
        .from(passwordHistory)
        .where(eq(passwordHistory.userId, user.id))
        .orderBy(desc(passwordHistory.replacedAt))
        .limit(history - 1)
      for (const hash of [user.passwordHash, ...earlier.map((row) => row.hash)])
        if (hash !== '' && (await passwords.matches(password, hash)))
          throw weak(
            `your enterprise refuses your last ${history} passwords, choose a new one`,
            `企业不允许使用最近 ${history} 个密码，请换一个`,
          )
    },
    /** Stores the hash of the replaced password if the rules refuse to reuse passwords. */
    async replaced({ id: userId, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): Promise<void> {
      if (passwordHash === '' || !(await rulesFor(userId))?.history) return
      await db.insert(passwordHistory).values({ userId, passwordHash, replacedAt: clock.now() }).onConflictDoNothing()
      const [oldest] = await db
        .select({ at: passwordHistory.replacedAt })
        .from(passwordHistory)
        .where(eq(passwordHistory.userId, userId))
        .orderBy(desc(passwordHistory.replacedAt))
        .offset(MAX_HISTORY)
        .limit(1)
      if (oldest) await db.delete(passwordHistory).where(tooOld(userId, oldest.at))
    },
    /** Checks, after a right password, whether it is too old or has become known from a breach. */
    async mayEnter(user: Pick<UserRow, 'id' | 'passwordSetAt' | 'createdAt'>, password: string): Promise<void> {
      const rules = await rulesFor(user.id)
      if (!rules) return
      const { maxDays: days } = rules
      if (days > 0 && clock.now() - (user.passwordSetAt ?? user.createdAt) > days * DAY_MS)
        throw passwordAgeErrors.expired({ days })
      if (rules.refusesBreached && (await breaches.isKnown(password))) throw companyAccountErrors.breached()
    },
  }
}
export type PasswordPolicy = ReturnType<typeof createPasswordPolicy>

const tooOld = (userId: string, at: number) =>
  and(eq(passwordHistory.userId, userId), lte(passwordHistory.replacedAt, at))
