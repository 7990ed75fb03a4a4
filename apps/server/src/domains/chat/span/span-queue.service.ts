import { isRefusal } from '#kit/db.ts'
import { currentParent, type ParentSpan } from '#kit/http/current-call.ts'
import type { Log } from '#kit/log.ts'
import type { SpanBatch } from './shared/span-types.ts'
import type { SpanStore } from './span.service.ts'

/** Short, because waiting traces are lost if the process is killed. */
const FLUSH_MS = 20
/** Longer while traces arrive in quick succession: many traces in one write cost little more than one. */
const BUSY_MS = 250
const RETRY_MS = 1000
const MAX_WAITING = 5000

export interface SpanQueueDeps {
  store: Pick<SpanStore, 'write'>
  log: Log
}
type Offered = () => SpanBatch

/** Queues spans of turns and runs, which do not wait for them to be written. */
export function createSpanQueue({ store, log }: SpanQueueDeps) {
  let waiting: Offered[] = []
  let timer: NodeJS.Timeout | undefined
  let lastWrite = -BUSY_MS
  let flushing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (!batch.length) return
    lastWrite = performance.now()
    // Each trace is written separately: the store batches them, and a refused trace does not affect the others.
    const results = await Promise.allSettled(batch.map(async (offered) => store.write(offered())))
    const again: Offered[] = []
    results.forEach((result, at) => {
      if (result.status === 'fulfilled') return
      const cause: unknown = result.reason
      if (isRefusal(cause)) log.error({ err: cause }, 'a trace is lost')
      else {
        if (!again.length) log.warn({ err: cause }, 'traces could not be written; they are tried again')
        again.push(batch[at]!)
      }
    })
    if (!again.length) return
    waiting = [...again, ...waiting].slice(-MAX_WAITING)
    timer ??= setTimeout(() => void flush(), RETRY_MS)
  }
  /** Resolves when everything offered before the call is stored. */
  function flush(): Promise<void> {
    flushing = flushing.then(writeAll)
    return flushing
  }
  return {
    /** Adds spans. `make` is called when they are written, so that the turn or run does not wait for it. */
    offer(make: () => SpanBatch): void {
      if (waiting.length >= MAX_WAITING) {
        waiting.shift()
        log.warn('more traces wait than can be kept; the oldest is lost')
      }
      const parent = currentParent.getStore()
      waiting.push(parent ? () => below(make(), parent) : make)
      timer ??= setTimeout(() => void flush(), performance.now() - lastWrite < BUSY_MS ? BUSY_MS : FLUSH_MS)
    },
    flush,
  }
}
export type SpanQueue = ReturnType<typeof createSpanQueue>

const below = ({ spans, heads }: SpanBatch, parent: ParentSpan): SpanBatch => ({
  spans,
  heads: heads.map((head) => ({ ...head, parent })),
})
