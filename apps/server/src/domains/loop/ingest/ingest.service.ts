import type { SentSpan } from '@orrery/contract'
import type { NewSpan } from '#domains/chat/span/shared/span-types.ts'
import type { KeepService } from '#domains/chat/span/keep.service.ts'
import type { SpanCounters } from '#domains/chat/span/span-counters.service.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import { ingestErrors } from './ingest.errors.ts'
import { fromLoop } from './loop-span.ts'
import { mapSpans, type SpaceFacts, type Taken, timeCheck } from './map-spans.ts'
import { bytesOf, type OtlpRequest, spaceFinder, spansOf } from './otlp-request.ts'
import { createSequence } from './scheduling.ts'
import { costIn, type Prices } from './price.ts'
import { saveInParts } from './save-spans.ts'
import type { SpanWorker } from './span-worker.ts'

const MAX_BACKLOG = 20_000
const WAIT_SECONDS = 2
/** Requests of this size or more are handled in a worker thread. */
const FOR_WORKER = 64 * 1024

export interface IngestDeps {
  store: Pick<SpanStore, 'backlog' | 'room' | 'spool' | 'write'>
  keep: Pick<KeepService, 'of'>
  prices: Prices
  worker: Pick<SpanWorker, 'isFull' | 'take'>
  counters: Pick<SpanCounters, 'refused'>
  clock: Clock
}
/** Throws if the caller may not write to one of these spaces. */
export type Admit = (spaceIds: string[]) => Promise<void>

/** Ingests spans of programs: validates, converts, prices and stores them before the answer. */
export function createIngestService({ store, keep, prices, worker, counters, clock }: IngestDeps) {
  const factsOf = async (spaceId: string): Promise<SpaceFacts> => ({
    days: await keep.of(spaceId),
    prices: await prices.of(spaceId),
  })
  /** Backpressure: asks senders to retry later when spans arrive faster than the database stores them. */
  function refuseBacklog() {
    if (store.backlog() > MAX_BACKLOG || store.spool().isFull || worker.isFull())
      throw ingestErrors.backlog({ seconds: WAIT_SECONDS })
  }
  // Reads and converts one request at a time.
  const sequentially = createSequence()
  async function ingestInProcess(request: OtlpRequest, admit: Admit, locale: Locale): Promise<Taken> {
    const spaceOf = spaceFinder(request.spaceId)
    // Wait for our turn and for room in the store before reading the request.
    const spans = await sequentially(async () => {
      await store.room()
      return spansOf(request)
    })
    const spaceIds = [...new Set(spans.map(spaceOf))]
    await admit(spaceIds)
    refuseBacklog()
    const facts = new Map<string, SpaceFacts>()
    for (const spaceId of spaceIds) facts.set(spaceId, await factsOf(spaceId))
    const mapping = { spaceOf, factsOf: (spaceId: string) => facts.get(spaceId)!, locale, now: clock.now() }
    const { taken, lists } = await sequentially(() => mapSpans(spans, mapping))
    for (const list of lists) await saveInParts(store, list)
    return taken
  }
  async function ingestInWorker(request: OtlpRequest, admit: Admit, locale: Locale): Promise<Taken> {
    refuseBacklog()
    const admitted: Admit = async (spaceIds) => {
      await admit(spaceIds)
      refuseBacklog()
    }
    return worker.take(request, { admit: admitted, factsOf, locale, now: clock.now() })
  }

  return {
    /** Stores all spans or none. */
    async takeLoop(sent: SentSpan[]): Promise<void> {
      refuseBacklog()
      const spaceId = sent[0]!.workspace_id
      const facts = await factsOf(spaceId)
      const check = timeCheck(facts.days, clock.now())
      sent.forEach((span, index) => {
        if (span.workspace_id !== spaceId) throw ingestErrors.mixedSpaces({ index })
        check(span.started_at_micros, `spans[${index}].started_at_micros`)
      })
      const spans = sent.map((one): NewSpan => {
        const { span, cost } = fromLoop(one)
        span.cost = cost ?? costIn(facts.prices, span)
        return span
      })
      await saveInParts(store, spans)
    },
    /** Stores the valid spans; reports how many were rejected, and why the first one was. */
    async takeOtlp(request: OtlpRequest, admit: Admit, locale: Locale): Promise<Taken> {
      const take = bytesOf(request) < FOR_WORKER ? ingestInProcess : ingestInWorker
      const taken = await take(request, admit, locale)
      counters.refused(taken.rejected)
      return taken
    },
  }
}
export type IngestService = ReturnType<typeof createIngestService>
