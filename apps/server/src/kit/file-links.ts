import type { Clock } from './clock.ts'
import type { Secrets } from './secrets.ts'

/** Links to blobs: anyone who has one can use it until it expires. Links in a text are renewed when it is read. */
export interface FileLinks {
  /**
   * A link that stays the same within a day, so that browsers can cache its target; empty without a key. A link with an
   * explicit lifetime is for one download, and is not renewed.
   */
  make(key: string | null | undefined, lifetimeMs?: number): string
  /** Whether the signature of a link matches its key and the link has not expired. */
  check(key: string, expires: string, signature: string): boolean
  /** The key of a link from this server, for its own use; even of an expired one, unless it was for one download. */
  keyIn(url: string): string | undefined
  /** The text with valid links in place of expired or soon expiring ones. */
  renew(text: string): string
}
const DAY = 24 * 3600_000
const LIFETIME_MS = 7 * DAY
const link = /\/api\/file\/([^\s?"'()<>\\]+)\?expires=(\d{1,16})&sig=([\w-]{43})(?![\w-])/g

export function createFileLinks(secrets: Secrets, clock: Clock): FileLinks {
  const textOf = (key: string, expires: string) => `file\n${key}\n${expires}`
  const briefTextOf = (key: string, expires: string) => `download\n${key}\n${expires}`
  const isRenewable = (key: string, expires: string, signature: string) =>
    secrets.verify(textOf(key, expires), signature)

  function make(key: string | null | undefined, lifetimeMs?: number): string {
    if (!key) return ''
    const expires = String(Math.ceil((clock.now() + (lifetimeMs ?? LIFETIME_MS)) / DAY) * DAY)
    const text = lifetimeMs === undefined ? textOf(key, expires) : briefTextOf(key, expires)
    return `/api/file/${key}?expires=${expires}&sig=${secrets.sign(text)}`
  }
  const check = (key: string, expires: string, signature: string) =>
    /^\d{1,16}$/.test(expires) &&
    Number(expires) > clock.now() &&
    (isRenewable(key, expires, signature) || secrets.verify(briefTextOf(key, expires), signature))
  return {
    make,
    check,
    keyIn(url) {
      const [, key, expires, signature] = new RegExp(link.source).exec(url) ?? []
      if (!key || !expires || !signature) return undefined
      return isRenewable(key, expires, signature) || check(key, expires, signature) ? key : undefined
    },
    renew(text) {
      if (!text.includes('/api/file/')) return text
      const soon = clock.now() + DAY
      return text.replace(link, (whole, key: string, expires: string, signature: string) =>
        Number(expires) < soon && isRenewable(key, expires, signature) ? make(key) : whole,
      )
    },
  }
}
