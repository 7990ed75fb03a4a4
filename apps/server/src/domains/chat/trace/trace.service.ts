import type { Clock } from '#kit/clock.ts'
import { isRefusal } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { createRecorder, type FinishedTrace, type Recorder, type TraceHead } from './shared/recorder.ts'
import { laterSpan, type LaterStep } from './later-step.ts'
import type { BucketStep, TraceFilter, TraceRepo } from './trace.repo.ts'

export type { LaterStep } from './later-step.ts'
export type { Figures, TraceFilter } from './trace.repo.ts'
const FLUSH_MS = 250
const MAX_WAITING = 5000

export interface TraceDeps {
  repo: TraceRepo
  clock: Clock
  newId: NewId
  log: Log
  /** Told of every turn of a bot when it is over. */
  onTurn?(botId: string): void
}

/** Every turn as a tree of spans. Written in batches beside the turns, which never wait for it. */
export function createTraceService({ repo, clock, newId, log, onTurn }: TraceDeps) {
  let waiting: FinishedTrace[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  async function writeAll() {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (!batch.length) return
    try {
      await repo.insert(batch)
    } catch (cause) {
      if (isRefusal(cause)) return writeEach(batch)
      log.warn({ err: cause, traces: batch.length }, 'traces could not be written; they are tried again')
      waiting = [...batch, ...waiting].slice(-MAX_WAITING)
      timer ??= setTimeout(() => void flush(), FLUSH_MS * 4)
    }
  }
  /** One that the database refuses must not take the others along. */
  async function writeEach(batch: FinishedTrace[]) {
    for (const found of batch)
      await repo
        .insert([found])
        .catch((cause: unknown) => log.error({ err: cause, trace: found.trace.id }, 'a trace is lost'))
  }
  /** Everything that ended before the call is stored after it. */
  function flush(): Promise<void> {
    flushing = flushing.then(writeAll)
    return flushing
  }
  function keep(finished: FinishedTrace) {
    waiting.push(finished)
    onTurn?.(finished.trace.botId)
    timer ??= setTimeout(() => void flush(), FLUSH_MS)
  }

  return {
    begin: (head: TraceHead): Recorder => createRecorder(head, { clock, newId }),
    keep,
    flush,
    async get(id: string) {
      await flush()
      const row = await repo.get(id)
      return row && { trace: row, spans: await repo.spans(id) }
    },
    /** Adds what was done for a turn after its end. False: the turn left no trace. */
    async addLater(id: string, step: LaterStep): Promise<boolean> {
      await flush()
      const row = await repo.get(id)
      if (!row) return false
      const root = (await repo.spans(id)).find(({ kind }) => kind === 'turn')
      await repo.addSpan(laterSpan(row, root?.id ?? null, step, newId))
      return true
    },
    async botOf(id: string): Promise<string | undefined> {
      // It may be on its way: not waiting any more, and not yet there.
      await flush()
      return (await repo.get(id))?.botId
    },
    async list(filter: TraceFilter, before: string | undefined, size: number) {
      await flush()
      const [rows, total] = await Promise.all([repo.list(filter, before, size + 1), repo.count(filter)])
      return { rows: rows.slice(0, size), hasMore: rows.length > size, total: Number(total) }
    },
    async conversations(filter: TraceFilter, before: string | undefined, size: number) {
      await flush()
      const rows = await repo.conversations(filter, before, size + 1)
      return { rows: rows.slice(0, size), hasMore: rows.length > size }
    },
    async aggregate(filter: TraceFilter, step: BucketStep, offsetMs: number) {
      await flush()
      const [buckets, totals, errors] = await Promise.all([
        repo.buckets(filter, step, offsetMs),
        repo.totals(filter),
        repo.errors(filter),
      ])
      return { buckets, totals, errors }
    },
    async setFeedback(messageId: string, feedback: number) {
      await flush()
      await repo.setFeedback(messageId, feedback)
    },
  }
}
export type TraceService = ReturnType<typeof createTraceService>
