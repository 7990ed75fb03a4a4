import { createHash } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Locale } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { Place } from './adapter.ts'
import type { AccountRow } from './channel.table.ts'
import type { NoteRepo } from './note.repo.ts'

export interface PlaceDeps {
  egress: Pick<Egress, 'fetch' | 'socket' | 'stream'>
  notes: NoteRepo
  secrets: Secrets
  clock: Clock
  publicUrl: string
  greeting(account: AccountRow, locale: Locale): Promise<string>
}
const CALL_MS = 30_000
const MAX_BYTES = 25 * 1024 * 1024

/** An account as its adapter uses it: with decrypted credentials, and network access only through the guard. */
export function createPlaces({ egress, notes, secrets, clock, publicUrl, greeting }: PlaceDeps) {
  const memos = new Map<string, Place['memo']>()
  const memoOf = (account: AccountRow): Place['memo'] => {
    // The cache key contains the config, because new credentials may belong to another account of the platform.
    const key = `${account.id}:${createHash('sha256').update(account.config).digest('hex').slice(0, 16)}`
    const known = memos.get(key)
    if (known) return known
    const made: Place['memo'] = new Map()
    memos.set(key, made)
    if (memos.size > 2000) memos.delete(memos.keys().next().value!)
    return made
  }
  return {
    configOf: (account: Pick<AccountRow, 'config'>) =>
      JSON.parse(secrets.open(account.config)) as Record<string, string>,
    seal: (config: Record<string, string>) => secrets.seal(JSON.stringify(config)),
    hookUrl: (account: Pick<AccountRow, 'pathKey'>) => new URL(`/api/channel/in/${account.pathKey}`, publicUrl).href,
    open(account: AccountRow): Place {
      return {
        accountId: account.id,
        config: this.configOf(account),
        profile: account.profile,
        hookUrl: this.hookUrl(account),
        hookSecret: this.hookSecret(account),
        fetch: (url, init = {}) =>
          egress.fetch(url, { timeoutMs: CALL_MS, maxBytes: MAX_BYTES, redirect: 'error', ...init }),
        socket: (url, headers) => egress.socket(url, headers && { headers }),
        stream: (init) => egress.stream(init),
        greeting: (locale) => greeting(account, locale),
        notes: notes.of(account.id),
        clock,
        memo: memoOf(account),
      }
    },
    /** Derived from existing secrets, so that no further one has to be stored. */
    hookSecret: (account: Pick<AccountRow, 'pathKey'>) =>
      createHash('sha256')
        .update(secrets.sign(`channel\n${account.pathKey}`))
        .digest('hex')
        .slice(0, 48),
  }
}
export type Places = ReturnType<typeof createPlaces>
