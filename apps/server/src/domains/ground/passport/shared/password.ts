import { hash, verify } from '@node-rs/argon2'
import {
  isCommonPassword,
  isOwnEmail,
  longestPassword,
  normalPassword,
  shortestPassword,
} from '@orrery/contract/shared/password-rules'
import { passportErrors } from '../passport.errors.ts'

/** The cost of one guess. */
export interface PasswordCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}
/** Argon2id at OWASP's second recommendation: 19 MiB, two passes. */
const recommended: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Tests pass a lower cost because they register people by the thousand. */
export function createPasswords(cost: PasswordCost = recommended) {
  const hashOf = (password: string) => hash(normalPassword(password), { ...cost, parallelism: 1 })
  /** Hash of an unused password, compared for unknown addresses so that they take equally long. */
  let dummyHash: Promise<string> | undefined
  return {
    hash: hashOf,
    async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
      if (password.length > longestPassword * 4) return false
      dummyHash ??= hashOf('nobody has this password')
      const matches = await verify(passwordHash ?? (await dummyHash), normalPassword(password)).catch(() => false)
      return matches && passwordHash !== undefined
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>

export function checkPassword(password: string, email: string) {
  const text = normalPassword(password)
  const weak = (problem: string, problemZh: string) => passportErrors.weakPassword({ problem, problemZh })
  if ([...text].length < shortestPassword)
    throw weak(`at least ${shortestPassword} characters`, `至少 ${shortestPassword} 个字符`)
  if ([...text].length > longestPassword)
    throw weak(`at most ${longestPassword} characters`, `最多 ${longestPassword} 个字符`)
  if (isCommonPassword(text)) throw weak('too common, choose another password', '过于常见，请换一个')
  if (isOwnEmail(text, email)) throw weak('must be different from your email', '不能与邮箱相同')
}

/** Normalises an address, so that one person has one account: case, compatibility forms and dots do not matter. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  return `${local.replaceAll('.', '')}@${domain.replace(/\.+$/, '')}`
}
