import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import { createRecorder, type FinishedTrace, type Recorder, type TraceHead } from './shared/recorder.ts'
import { laterSpan, type LaterStep } from './later-step.ts'
import { withAbandonedSteps } from './abandoned-steps.ts'
import type { RunningSteps } from './running-steps.ts'
import type { BucketStep, TraceFilter, TraceRepo } from './trace.repo.ts'
import { turnHead, turnSpan } from './turn-spans.ts'

export type { LaterStep } from './later-step.ts'
export type { Figures, TraceFilter } from './trace.repo.ts'

export interface TraceDeps {
  repo: TraceRepo
  store: Pick<SpanStore, 'write' | 'setFeedback'>
  queue: SpanQueue
  steps: RunningSteps
  clock: Clock
  newId: NewId
  /** Called after every turn of a bot. */
  onTurn?(botId: string): void
}

/** Stores every turn as a tree of spans. Writing is batched in the background, so turns do not wait for it. */
export function createTraceService({ repo, store, queue, steps, clock, newId, onTurn }: TraceDeps) {
  const { flush } = queue
  function keep(finished: FinishedTrace) {
    queue.offer(() => ({
      heads: [turnHead(finished)],
      spans: finished.spans.map((span) => turnSpan(finished.trace, span)),
    }))
    steps.end(finished.trace.id)
    if (finished.trace.scene !== 'arena') onTurn?.(finished.trace.botId)
  }

  return {
    /** Starts recording a turn. A fleeting turn is not stored, not even while it runs. */
    begin(head: TraceHead, { isFleeting }: { isFleeting: boolean }): Recorder {
      const recorder = createRecorder(head, { clock, newId })
      if (!isFleeting) steps.begin(head, recorder)
      return recorder
    },
    keep,
    /** Stores a turn whose process died, with the steps it had completed. */
    async keepCutOff(finished: FinishedTrace): Promise<void> {
      const abandoned = await steps.abandoned(finished.trace.id)
      keep(abandoned ? withAbandonedSteps(finished, abandoned) : finished)
      await flush()
      if (abandoned) await steps.forget(finished.trace.id)
    },
    flush,
    async get(id: string) {
      await flush()
      const row = await repo.get(id)
      return row && { trace: row, spans: await repo.spans(row) }
    },
    /** Adds work done after the end of a turn. False if the turn has no trace. */
    async addLater(id: string, step: LaterStep): Promise<boolean> {
      await flush()
      const row = await repo.get(id)
      if (!row) return false
      const root = (await repo.spans(row)).find(({ kind }) => kind === 'turn')
      await store.write({ heads: [], spans: [turnSpan(row, laterSpan(row, root?.id ?? null, step, newId))] })
      return true
    },
    async botOf(id: string): Promise<string | undefined> {
      // The trace may still be in the queue or on its way to the database.
      await flush()
      return (await repo.get(id))?.botId
    },
    async list(filter: TraceFilter, before: string | undefined, size: number) {
      await flush()
      const [rows, total] = await Promise.all([repo.list(filter, before, size + 1), repo.count(filter)])
      return { rows: rows.slice(0, size), hasMore: rows.length > size, total }
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
      await store.setFeedback(messageId, feedback)
    },
  }
}
export type TraceService = ReturnType<typeof createTraceService>
