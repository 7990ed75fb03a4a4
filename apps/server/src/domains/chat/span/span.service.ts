import { isRefusal } from '#kit/db.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outward } from './outbound/outbox.ts'
import type { Mover } from './apart/mover.service.ts'
import type { Partitions } from './partitions.ts'
import type { KeepClass } from './shared/keep-class.ts'
import { maskBatch, type Masks } from './shared/mask.ts'
import type { SpanCounters } from './span-counters.service.ts'
import { MINUTES_KEPT, type SpanRepo } from './span.repo.ts'
import type { SpanBatch } from './shared/span-types.ts'

const MAX_SPANS = 1000
/** Number of waiting spans from which senders should wait. */
const LOW_BACKLOG = 500
/** Maximum characters per transaction, so that large values are not all serialised into one statement. */
const MAX_TEXT = 8_000_000
/** Error code when a row has no partition, because another process dropped it. */
const noPartition = '23514'

/**
 * Concurrent transactions per lane. Spans sent by programs use two: one is serialised while the other waits for the
 * disk. Our own turns and runs use one, so that they are stored in order.
 */
const WRITERS = { own: 1, sent: 2 } as const
type Lane = keyof typeof WRITERS
const laneOf = ({ spans, heads }: SpanBatch): Lane =>
  heads.length || spans.some(({ source }) => source !== 'otlp' && source !== 'loop') ? 'own' : 'sent'

interface Waiting {
  lane: Lane
  keep: KeepClass
  batch: SpanBatch
  spaceId: string
  outward: Outward | undefined
  done(): void
  fail(cause: unknown): void
}
export interface SpanStoreDeps {
  repo: SpanRepo
  partitions: Partitions
  /** The time to keep of a space, in days. */
  keepOf(spaceId: string): Promise<KeepClass>
  /** What is masked in the spans of a space, whatever their source. */
  masksOf(spaceId: string): Promise<Masks>
  /** The outbound settings of a space, and a notification that spans wait to be sent. */
  outbound: { outwardOf(spaceId: string): Promise<Outward | undefined>; filled(): void }
  counters: Pick<SpanCounters, 'wrote'>
  /** Set if values are moved to a separate store. */
  mover?: Pick<Mover, 'dropOld' | 'isFull' | 'waiting'> | undefined
  clock: Clock
  log: Pick<Log, 'info'>
}

/**
 * The store of spans. Batches that arrive during a transaction share the next one; a write resolves after its commit.
 */
export function createSpanStore({
  repo,
  partitions,
  keepOf,
  masksOf,
  outbound,
  counters,
  mover,
  clock,
  log,
}: SpanStoreDeps) {
  let waiting: Waiting[] = []
  const writing = { own: 0, sent: 0 }
  let whenRoom: (() => void)[] = []
  const backlog = () => waiting.reduce((sum, { batch }) => sum + batch.spans.length, 0)

  async function store(items: Waiting[]): Promise<void> {
    const keep = items[0]!.keep
    const spans = items.flatMap(({ batch }) => batch.spans)
    const heads = items.flatMap(({ batch }) => batch.heads)
    await partitions.ensure(
      keep,
      [...spans, ...heads].map(({ startedAt }) => startedAt),
    )
    const outward = new Map(items.flatMap((item) => (item.outward ? [[item.spaceId, item.outward] as const] : [])))
    const minutesSince = Math.floor(clock.now() / 1000) - MINUTES_KEPT
    const batch = { keep, spans, heads, outward, minutesSince }
    const written = await repo.write(batch).catch(async (cause: unknown) => {
      if ((cause as { code?: string }).code !== noPartition) throw cause
      partitions.forget()
      await partitions.ensure(
        keep,
        [...spans, ...heads].map(({ startedAt }) => startedAt),
      )
      return repo.write(batch)
    })
    if (written.isOutward) outbound.filled()
  }
  async function settle(items: Waiting[]): Promise<void> {
    try {
      await store(items)
      for (const { batch, done } of items) {
        counters.wrote(batch)
        done()
      }
    } catch (cause) {
      if (items.length > 1 && isRefusal(cause)) {
        // A batch that the database refuses must not fail the others.
        for (const item of items) await settle([item])
        return
      }
      for (const { fail } of items) fail(cause)
    }
  }
  /** Takes waiting batches of a lane with the same time to keep. */
  function take(lane: Lane): Waiting[] {
    const keep = waiting.find((item) => item.lane === lane)?.keep
    let size = 0
    let text = 0
    const items = waiting.filter((item) => {
      if (item.lane !== lane || item.keep !== keep || size >= MAX_SPANS || text >= MAX_TEXT) return false
      size += item.batch.spans.length
      for (const { input, output } of item.batch.spans) text += input.length + output.length
      return true
    })
    const taken = new Set(items)
    waiting = waiting.filter((item) => !taken.has(item))
    if (backlog() < LOW_BACKLOG) {
      for (const go of whenRoom) go()
      whenRoom = []
    }
    return items
  }
  async function drain(lane: Lane): Promise<void> {
    if (writing[lane] >= WRITERS[lane]) return
    writing[lane] += 1
    for (let items = take(lane); items.length; items = take(lane)) await settle(items)
    writing[lane] -= 1
  }

  return {
    /** Resolves when everything is stored. All spans of a batch must belong to one space. */
    async write(given: SpanBatch): Promise<void> {
      const spaceId = given.spans[0]?.spaceId ?? given.heads[0]?.spaceId
      if (spaceId === undefined) return
      const [keep, masks, outward] = await Promise.all([keepOf(spaceId), masksOf(spaceId), outbound.outwardOf(spaceId)])
      const batch = maskBatch(given, masks)
      await new Promise<void>((done, fail) => {
        const lane = laneOf(batch)
        waiting.push({ lane, keep, batch, spaceId, outward, done, fail })
        void drain(lane)
      })
    },
    setFeedback: repo.setFeedback,
    setIntents: repo.setIntents,
    forgetIntents: repo.forgetIntents,
    /** Number of spans that wait to be stored. */
    backlog,
    /** Resolves when few spans wait: until then requests are better kept as raw bytes. */
    room: (): Promise<void> =>
      backlog() < LOW_BACKLOG ? Promise.resolve() : new Promise((resolve) => whenRoom.push(resolve)),
    /** Number of spans whose values wait for the separate store, and whether the limit is reached. */
    spool: () => ({ rows: mover?.waiting() ?? 0, isFull: mover?.isFull() ?? false }),
    /** Drops expired partitions and figures. */
    async dropOld(): Promise<string[]> {
      const dropped = await partitions.dropOld(clock.now() * 1000)
      await repo.dropFigures(Math.floor(clock.now() / 1000))
      await mover?.dropOld()
      if (dropped.length) log.info({ dropped }, 'spans that are over were dropped')
      return dropped
    },
  }
}
export type SpanStore = ReturnType<typeof createSpanStore>
