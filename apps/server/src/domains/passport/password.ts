import { hash, verify } from '@node-rs/argon2'
import { passportErrors } from './passport.errors.ts'

/** Argon2id at OWASP's second recommendation: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** The same text typed on two keyboards is the same password. */
const normalise = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hash(normalise(password), options)
/** Of a password that nobody has: what unknown addresses are compared with, so that they take as long. */
let nobodys: Promise<string> | undefined

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (password.length > MAX_LENGTH * 4) return false
  nobodys ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await nobodys), normalise(password)).catch(() => false)
  return matches && passwordHash !== undefined
}

const common = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
  '11111111',
  '00000000',
  'password',
  'qwertyui',
  'qwertyuiop',
  'iloveyou',
  'abcd1234',
  'passw0rd',
])

export function checkPassword(password: string, email: string) {
  const text = normalise(password)
  const weak = (problem: string, problemZh: string) => passportErrors.weakPassword({ problem, problemZh })
  if ([...text].length < MIN_LENGTH) throw weak(`at least ${MIN_LENGTH} characters`, `至少 ${MIN_LENGTH} 个字符`)
  if ([...text].length > MAX_LENGTH) throw weak(`at most ${MAX_LENGTH} characters`, `最多 ${MAX_LENGTH} 个字符`)
  if (text.includes('\u0000')) throw weak('must not contain the NUL character', '不能包含 NUL 字符')
  if (common.has(text.toLowerCase())) throw weak('too common, choose another', '过于常见，请换一个')
  if (text.toLowerCase() === email.trim().toLowerCase()) throw weak('must not be your e-mail address', '不能与邮箱相同')
}

/** One person, one account: case, compatibility forms and dots of the local part make no difference. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  return `${local.replaceAll('.', '')}@${domain.replace(/\.+$/, '')}`
}
