import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Actor } from './context.ts'

type OnRevoked = (actor: Actor, listener: () => void) => () => void

/**
 * Aborts the answer to a call when its caller disconnects or loses access. Built on demand: most calls finish sooner
 * than this would take. The listener is removed when the answer ends, in whatever way.
 */
export function createEnding(c: Context, actor: Actor | undefined, onRevoked: OnRevoked) {
  let abort: AbortController | undefined
  let stop: (() => void) | undefined
  const forget = () => stop?.()
  function watch(): AbortController {
    if (abort) return abort
    const own = (abort = new AbortController())
    c.req.raw.signal.addEventListener('abort', () => own.abort(), { once: true })
    if (actor) stop = onRevoked(actor, () => own.abort())
    return own
  }
  return {
    watch,
    forget,
    forgetWhenSent(): void {
      if (!stop) return
      const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
      if (outgoing && !outgoing.closed) outgoing.once('close', forget)
      else forget()
    },
    async unlessFailed<T>(work: Promise<T>): Promise<T> {
      try {
        return await work
      } catch (cause) {
        forget()
        throw cause
      }
    },
  }
}
