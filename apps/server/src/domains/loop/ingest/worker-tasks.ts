import type { MessagePort } from 'node:worker_threads'
import type { SpanCounters } from '#domains/chat/span/span-counters.service.ts'
import type { SpanStore, SpanStoreDeps } from '#domains/chat/span/span.service.ts'
import { AppError } from '#kit/errors.ts'
import { mapSpans } from './map-spans.ts'
import { spaceFinder, spansOf } from './otlp-request.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { createSequence, createSemaphore } from './scheduling.ts'
import { saveInParts } from './save-spans.ts'
import type { FromWorker, ReadRequest, StoredRequest, ToWorker, WorkerFacts } from './worker-messages.ts'

const MAX_SPACES = 1000
/** Requests held in memory at a time: parsed spans take several times the bytes of their request. */
const MAX_READ = 4

export interface WorkerTasksDeps {
  port: MessagePort
  counters: Pick<SpanCounters, 'drain'>
  /** Opens a store that knows only the settings passed with each request. */
  openStore(given: Pick<SpanStoreDeps, 'clock' | 'keepOf' | 'masksOf' | 'outbound'>): Pick<SpanStore, 'room' | 'write'>
  close(): Promise<void>
}

/** Runs in the worker: reads large requests and stores their spans. */
export function answerRequests({ port, counters, openStore, close }: WorkerTasksDeps): void {
  const known = new Map<string, WorkerFacts>()
  const read = new Map<number, { spans: OtlpSpan[]; spaceOf(span: OtlpSpan): string }>()
  let now = 0
  let isOutward = false
  const store = openStore({
    keepOf: async (spaceId) => known.get(spaceId)!.days,
    masksOf: async (spaceId) => known.get(spaceId)!.masks,
    outbound: { outwardOf: async (spaceId) => known.get(spaceId)!.outward, filled: () => void (isOutward = true) },
    clock: { now: () => now },
  })
  const sequentially = createSequence()
  const places = createSemaphore(MAX_READ)
  /** Remembers the settings of a space. Eviction is oldest first, so spaces of current requests stay. */
  function remember(spaceId: string, facts: WorkerFacts): void {
    known.delete(spaceId)
    known.set(spaceId, facts)
    if (known.size > MAX_SPACES) known.delete(known.keys().next().value!)
  }
  const tasks = {
    async read({ id, request }: ToWorker & { task: 'read' }): Promise<ReadRequest> {
      await places.acquire()
      try {
        const spans = await sequentially(async () => {
          await store.room()
          return spansOf(request)
        })
        const spaceOf = spaceFinder(request.spaceId)
        const spaceIds = [...new Set(spans.map(spaceOf))]
        read.set(id, { spans, spaceOf })
        return { spaceIds, spans: spans.length }
      } finally {
        if (!read.has(id)) places.release()
      }
    },
    async store({ id, facts, locale, now: at }: ToWorker & { task: 'store' }): Promise<StoredRequest> {
      const { spans, spaceOf } = read.get(id)!
      read.delete(id)
      now = at
      for (const [spaceId, fact] of facts) remember(spaceId, fact)
      const factsOf = (spaceId: string) => facts.get(spaceId)!
      try {
        const { taken, lists } = await sequentially(() => mapSpans(spans, { spaceOf, factsOf, locale, now: at }))
        for (const list of lists) await saveInParts(store, list)
        const stored = { taken, counted: counters.drain(), isOutward }
        isOutward = false
        return stored
      } finally {
        places.release()
      }
    },
    forget({ id }: ToWorker & { task: 'forget' }): void {
      if (read.delete(id)) places.release()
    },
  }
  const reply = (message: FromWorker) => port.postMessage(message, [])
  async function answer(id: number, work: Promise<ReadRequest | StoredRequest>): Promise<void> {
    try {
      reply({ id, result: await work })
    } catch (cause) {
      if (cause instanceof AppError) return reply({ id, refusal: { spec: cause.spec, params: cause.params } })
      const { message, code } = cause as { message?: string; code?: string }
      reply({ id, failure: { message: message ?? 'failed', code } })
    }
  }
  port.on('message', (message: ToWorker) => {
    if (message.task === 'read') void answer(message.id, tasks.read(message))
    else if (message.task === 'store') void answer(message.id, tasks.store(message))
    else if (message.task === 'forget') tasks.forget(message)
    else void close().then(() => port.close())
  })
}
