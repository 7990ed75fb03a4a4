import type { Clock } from '#kit/clock.ts'
import type { Secrets } from '#kit/secrets.ts'

/** What a token is for; one for files opens no draft, and the other way round. */
type Claims = { use: 'files'; user: string } | { use: 'draft'; card: string; channel: number; user: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** Tokens of the card builder (JSON Web Tokens): each carries one right, for a time. */
export function createCardTokens(secrets: Secrets, clock: Clock) {
  return {
    make(claims: Claims, seconds: number): string {
      const exp = Math.floor(clock.now() / 1000) + seconds
      const text = `${HEADER}.${encode({ ...claims, aud: 'card', exp })}`
      return `${text}.${secrets.sign(text)}`
    },
    read<U extends Claims['use']>(token: string, use: U): Extract<Claims, { use: U }> | undefined {
      const [header, payload, signature, more] = token.split('.')
      if (header !== HEADER || !payload || !signature || more !== undefined) return undefined
      if (!secrets.verify(`${header}.${payload}`, signature)) return undefined
      const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims & { aud: string; exp: number }
      const isGood = read.aud === 'card' && read.use === use && read.exp * 1000 > clock.now()
      return isGood ? (read as Extract<Claims, { use: U }>) : undefined
    },
  }
}
export type CardTokens = ReturnType<typeof createCardTokens>
