import type { SentSpan } from '@orrery/contract'
import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import type { NewSpan } from '#domains/chat/span/shared/span-types.ts'
import type { KeepService } from '#domains/chat/span/keep.service.ts'
import type { SpanCounters } from '#domains/chat/span/span-counters.service.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import { ingestErrors } from './ingest.errors.ts'
import { fromLoop } from './loop-span.ts'
import { cutFields, toStored } from './otlp-span.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { createLine, createPace } from './pace.ts'
import type { Prices } from './price.ts'

const DAY_MS = 86_400_000
/** Spans of a large request that are stored together: adding up more of them at once would hold up everything else. */
const TOGETHER = 1000
const MAX_BACKLOG = 20_000
const WAIT_SECONDS = 2

export interface IngestDeps {
  store: Pick<SpanStore, 'backlog' | 'room' | 'spool' | 'write'>
  keep: Pick<KeepService, 'of'>
  prices: Prices
  counters: Pick<SpanCounters, 'refused'>
  clock: Clock
}
export interface Taken {
  rejected: number
  /** Why the first of them was not taken. */
  problem: string
  /** What of the first one was too long to be kept whole that was. */
  cut: string
}
type Priced = { span: NewSpan; cost: number | undefined }

/** Takes spans of programs: checked, turned into ours, priced, and stored before the answer. */
export function createIngestService({ store, keep, prices, counters, clock }: IngestDeps) {
  async function timeCheck(spaceId: string) {
    const days = await keep.of(spaceId)
    const [earliest, latest] = [clock.now() - days * DAY_MS, clock.now() + INGEST_LIMITS.aheadMs]
    return (micros: number, field: string) => {
      const at = micros / 1000
      if (at >= earliest && at <= latest) return
      const shown = Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : String(micros)
      throw at > latest
        ? ingestErrors.badTime({ field, at: shown, problem: 'in the future', problemZh: '晚于当前时间', days })
        : ingestErrors.badTime({ field, at: shown, problem: 'too long ago', problemZh: '过早', days })
    }
  }
  /** A sender who is faster than the database is asked to wait: memory is not a place to keep spans. */
  function refuseBacklog() {
    if (store.backlog() > MAX_BACKLOG || store.spool().isFull) throw ingestErrors.backlog({ seconds: WAIT_SECONDS })
  }
  async function save(priced: Priced[]): Promise<void> {
    for (let at = 0; at < priced.length; at += TOGETHER)
      await store.write({ spans: await prices.apply(priced.slice(at, at + TOGETHER)), heads: [] })
  }
  // Reading requests and turning them into spans of ours.
  const inLine = createLine()
  type Check = Awaited<ReturnType<typeof timeCheck>>
  async function mapped(spans: OtlpSpan[], spaceOf: (span: OtlpSpan) => string, locale: Locale) {
    const taken: Taken = { rejected: 0, problem: '', cut: '' }
    const checks = new Map<string, Check>()
    const bySpace = new Map<string, Priced[]>()
    const pace = createPace()
    for (const [index, span] of spans.entries()) {
      if (pace.isDue()) await pace.rest()
      const spaceId = spaceOf(span)
      if (!checks.has(spaceId)) checks.set(spaceId, await timeCheck(spaceId))
      try {
        checkIds(span, index)
        checks.get(spaceId)!(Math.round(span.start / 1000), `spans[${index}].start_time_unix_nano`)
        const list = bySpace.get(spaceId) ?? []
        const cut = cutFields(span)
        if (cut.length) taken.cut ||= tooLong(index, cut[0]!).text(locale)
        list.push(toStored(span, spaceId, cut))
        bySpace.set(spaceId, list)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        taken.rejected += 1
        taken.problem ||= cause.text(locale)
      }
    }
    return { taken, bySpace }
  }

  return {
    /** A request is read when it is its turn and there is room for its spans. */
    read: (work: () => Promise<OtlpSpan[]>): Promise<OtlpSpan[]> =>
      inLine(async () => {
        await store.room()
        return work()
      }),
    /** All of them, or none. */
    async takeLoop(spans: SentSpan[]): Promise<void> {
      refuseBacklog()
      const spaceId = spans[0]!.workspace_id
      const check = await timeCheck(spaceId)
      spans.forEach((span, index) => {
        if (span.workspace_id !== spaceId) throw ingestErrors.mixedSpaces({ index })
        check(span.started_at_micros, `spans[${index}].started_at_micros`)
      })
      await save(spans.map(fromLoop))
    },
    /** Those that can be taken; says how many could not, and why the first one could not. */
    async takeOtlp(spans: OtlpSpan[], spaceOf: (span: OtlpSpan) => string, locale: Locale): Promise<Taken> {
      refuseBacklog()
      const { taken, bySpace } = await inLine(() => mapped(spans, spaceOf, locale))
      counters.refused(taken.rejected)
      for (const priced of bySpace.values()) await save(priced)
      return taken
    },
  }
}
export type IngestService = ReturnType<typeof createIngestService>

const tooLong = (index: number, name: string) =>
  ingestErrors.valueCut({ field: `spans[${index}].attributes.${name}`, max: INGEST_LIMITS.valueBytes })
function checkIds(span: OtlpSpan, index: number): void {
  const bad = (field: string, digits: number) =>
    ingestErrors.badSpan({
      field: `spans[${index}].${field}`,
      problem: `must be ${digits} hexadecimal digits, not all of them 0`,
      problemZh: `应为 ${digits} 位十六进制数，且不能全为 0`,
    })
  if (!/^(?!0+$)[0-9a-f]{32}$/.test(span.traceId)) throw bad('trace_id', 32)
  if (!/^(?!0+$)[0-9a-f]{16}$/.test(span.spanId)) throw bad('span_id', 16)
  if (!/^([0-9a-f]{16})?$/.test(span.parentId)) throw bad('parent_span_id', 16)
}
