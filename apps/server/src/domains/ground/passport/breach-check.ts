import { createHash } from 'node:crypto'
import { isCommonPassword, normalPassword } from '@orrery/contract/shared/password-rules'
import type { Egress } from '#kit/egress/egress.ts'
import type { Log } from '#kit/log.ts'
import { passportErrors } from './passport.errors.ts'

const PREFIX = 5
const TIMEOUT_MS = 3000

export interface BreachCheckDeps {
  egress: Pick<Egress, 'fetch'>
  log: Log
  /**
   * A server of the range protocol, e.g. https://api.pwnedpasswords.com/range/. Without one, only the built-in list is
   * used.
   */
  url: string | undefined
}

/**
 * Checks whether a password is known from breaches. Only the first five characters of its hash are sent: the server
 * returns all hashes with that prefix and never learns which one was meant.
 */
export function createBreachCheck({ egress, log, url }: BreachCheckDeps) {
  async function count(password: string): Promise<number> {
    const hash = createHash('sha1').update(normalPassword(password)).digest('hex').toUpperCase()
    const [prefix, rest] = [hash.slice(0, PREFIX), hash.slice(PREFIX)]
    const answer = await egress.fetch(new URL(prefix, url!.endsWith('/') ? url : `${url}/`), {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
    const line = (await answer.text()).split(/\r?\n/).find((one) => one.toUpperCase().startsWith(`${rest}:`))
    return Number(line?.split(':')[1] ?? 0)
  }
  /** A server that does not answer must not prevent people from setting passwords. */
  const isKnown = async (password: string): Promise<boolean> => {
    if (isCommonPassword(password)) return true
    if (!url) return false
    const found = await count(password).catch((cause: unknown) => {
      log.warn({ cause: String(cause) }, 'breach check failed')
      return 0
    })
    return found > 0
  }
  return {
    isKnown,
    hasServer: url !== undefined,
    async require(password: string): Promise<void> {
      if (!url) return
      if (await isKnown(password))
        throw passportErrors.weakPassword({
          problem: 'it was found in a data breach, choose another password',
          problemZh: '已出现在数据泄露中，请换一个',
        })
    },
  }
}
export type BreachCheck = ReturnType<typeof createBreachCheck>
