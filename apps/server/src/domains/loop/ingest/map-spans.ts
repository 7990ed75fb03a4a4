import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import type { NewSpan } from '#domains/chat/span/shared/span-types.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import { ingestErrors } from './ingest.errors.ts'
import { cutFields, toStored } from './otlp-span.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { createYielder } from './scheduling.ts'
import { costIn, type PriceList } from './price.ts'

const DAY_MS = 86_400_000

export interface Taken {
  rejected: number
  /** Why the first rejected span was rejected. */
  problem: string
  /** Message about the first value that was cut. */
  cut: string
}
/** Settings of a space that are needed to convert its spans. */
export interface SpaceFacts {
  days: number
  prices: PriceList
}
interface Mapping {
  spaceOf(span: OtlpSpan): string
  factsOf(spaceId: string): SpaceFacts
  locale: Locale
  now: number
}

/** Refuses times beyond the time to keep of a space, and times in the future. */
export function timeCheck(days: number, now: number) {
  const [earliest, latest] = [now - days * DAY_MS, now + INGEST_LIMITS.aheadMs]
  return (micros: number, field: string): void => {
    const at = micros / 1000
    if (at >= earliest && at <= latest) return
    const shown = Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : String(micros)
    throw at > latest
      ? ingestErrors.badTime({ field, at: shown, problem: 'in the future', problemZh: '晚于当前时间', days })
      : ingestErrors.badTime({ field, at: shown, problem: 'too long ago', problemZh: '过早', days })
  }
}

/** Converts spans to the format of the store, by space and at current prices; counts the rejected ones. */
export async function mapSpans(spans: readonly OtlpSpan[], { spaceOf, factsOf, locale, now }: Mapping) {
  const taken: Taken = { rejected: 0, problem: '', cut: '' }
  const spaces = new Map<string, { check: ReturnType<typeof timeCheck>; prices: PriceList; list: NewSpan[] }>()
  const yielder = createYielder()
  for (const [index, sent] of spans.entries()) {
    if (yielder.isDue()) await yielder.rest()
    const spaceId = spaceOf(sent)
    let space = spaces.get(spaceId)
    if (!space) {
      const { days, prices } = factsOf(spaceId)
      spaces.set(spaceId, (space = { check: timeCheck(days, now), prices, list: [] }))
    }
    try {
      checkIds(sent, index)
      space.check(Math.round(sent.start / 1000), `spans[${index}].start_time_unix_nano`)
      const cut = cutFields(sent)
      if (cut.length) taken.cut ||= tooLong(index, cut[0]!).text(locale)
      const { span, cost } = toStored(sent, spaceId, cut)
      span.cost = cost ?? costIn(space.prices, span)
      space.list.push(span)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      taken.rejected += 1
      taken.problem ||= cause.text(locale)
    }
  }
  return { taken, lists: [...spaces.values()].map(({ list }) => list) }
}

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
