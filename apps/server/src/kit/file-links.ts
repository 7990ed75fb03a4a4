import type { Clock } from './clock.ts'
import type { Secrets } from './secrets.ts'

/** Links to blobs: anyone who has one can use it until it expires. */
export interface FileLinks {
  /** A link that stays the same within a day, so that browsers can cache its target; empty when there is no key. */
  make(key: string | null | undefined, lifetimeMs?: number): string
  /** Whether a link's signature fits its key and has not expired. */
  check(key: string, expires: string, signature: string): boolean
}
const DAY = 24 * 3600_000

export function createFileLinks(secrets: Secrets, clock: Clock): FileLinks {
  const textOf = (key: string, expires: string) => `file\n${key}\n${expires}`
  return {
    make(key, lifetimeMs = 7 * DAY) {
      if (!key) return ''
      const expires = String(Math.ceil((clock.now() + lifetimeMs) / DAY) * DAY)
      return `/api/file/${key}?expires=${expires}&sig=${secrets.sign(textOf(key, expires))}`
    },
    check: (key, expires, signature) =>
      /^\d{1,16}$/.test(expires) && Number(expires) > clock.now() && secrets.verify(textOf(key, expires), signature),
  }
}
