import type { Clock } from './clock.ts'
import type { Secrets } from './secrets.ts'

/** Short-lived tokens (JSON Web Tokens) that carry one right. A token is valid only for the use it was created for. */
export interface BriefTokens {
  make(use: string, claims: Record<string, string>, seconds: number): string
  read(use: string, token: string): Record<string, string> | undefined
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

export function createBriefTokens(secrets: Secrets, clock: Clock): BriefTokens {
  return {
    make(use, claims, seconds) {
      const exp = Math.floor(clock.now() / 1000) + seconds
      const text = `${HEADER}.${encode({ ...claims, aud: use, exp })}`
      return `${text}.${secrets.sign(text)}`
    },
    read(use, token) {
      const [header, payload, signature, more] = token.split('.')
      if (header !== HEADER || !payload || !signature || more !== undefined) return undefined
      // A valid signature proves that we wrote the payload, so parsing cannot fail.
      if (!secrets.verify(`${header}.${payload}`, signature)) return undefined
      const { aud, exp, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>
      return aud === use && Number(exp) * 1000 > clock.now() ? claims : undefined
    },
  }
}
