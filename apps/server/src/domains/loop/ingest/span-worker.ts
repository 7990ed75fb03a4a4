import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { KeepService } from '#domains/chat/span/keep.service.ts'
import type { OutboundService } from '#domains/chat/span/outbound/outbound.service.ts'
import type { SpanCounters } from '#domains/chat/span/span-counters.service.ts'
import { rootDir } from '#kit/config.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import { noteWork } from '#kit/keep-memory-small.ts'
import type { Log } from '#kit/log.ts'
import { ingestErrors } from './ingest.errors.ts'
import type { SpaceFacts, Taken } from './map-spans.ts'
import { bytesOf, ownsBuffer, type OtlpRequest } from './otlp-request.ts'
import type { FromWorker, ReadRequest, StoredRequest, WorkerFacts, ToWorker } from './worker-messages.ts'

const CONNECTIONS = 3
/** A small young generation keeps memory low, because most objects are short-lived. */
const limits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 }
/** Maximum bytes of requests in progress. */
const MAX_BYTES = 256 * 1024 * 1024
const IDLE_MS = 30_000
/** Retry-after time for senders when the worker dies. */
const RETRY_AFTER_SECONDS = 2

/** Entry script of the worker: the source in development, otherwise the bundle. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(rootDir, 'apps/server/src/wire/loop/span-worker-child.ts')
  : path.join(rootDir, 'apps/server/dist/span-worker-child.js')

export interface SpanWorkerDeps {
  databaseUrl: string
  keep: Pick<KeepService, 'masksOf' | 'of'>
  outbound: Pick<OutboundService, 'filled' | 'outwardOf'>
  counters: Pick<SpanCounters, 'add'>
  log: Log
}
interface Taking {
  admit(spaceIds: string[]): Promise<void>
  factsOf(spaceId: string): Promise<SpaceFacts>
  locale: Locale
  now: number
}
interface Asked {
  resolve(result: ReadRequest | StoredRequest): void
  reject(cause: unknown): void
}

/**
 * A worker thread for large requests of spans, which keeps their garbage collection off the main thread. It starts with
 * the first large request and ends when idle. If it dies, no acknowledged span is lost.
 */
export function createSpanWorker({ databaseUrl, keep, outbound, counters, log }: SpanWorkerDeps) {
  let open: ReturnType<typeof start> | undefined
  let count = 0
  const waiting = { requests: 0, bytes: 0, spans: 0 }
  let idle: NodeJS.Timeout | undefined

  function start() {
    const asked = new Map<number, Asked>()
    let isOver = false
    const worker = new Worker(entry, {
      workerData: { url: databaseUrl, connections: CONNECTIONS },
      resourceLimits: limits,
      execArgv: ['--no-warnings'],
    })
    const self = {
      ask<T extends ReadRequest | StoredRequest>(message: ToWorker, transfer: ArrayBuffer[] = []): Promise<T> {
        return new Promise<T>((resolve, reject) => {
          // The worker may have died between two tasks of a request.
          if (isOver) return reject(ingestErrors.backlog({ seconds: RETRY_AFTER_SECONDS }))
          asked.set(message.id, { resolve: resolve as Asked['resolve'], reject })
          worker.postMessage(message, transfer)
        })
      },
      tell: (message: ToWorker) => worker.postMessage(message, []),
      ended: new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    }
    const fail = () => {
      isOver = true
      if (open === self) open = undefined
      for (const { reject } of asked.values()) reject(ingestErrors.backlog({ seconds: RETRY_AFTER_SECONDS }))
      asked.clear()
    }
    worker.on('message', (message: FromWorker) => {
      const { resolve, reject } = asked.get(message.id) ?? {}
      asked.delete(message.id)
      if ('result' in message) resolve?.(message.result)
      else if ('refusal' in message) reject?.(new AppError(message.refusal.spec, message.refusal.params))
      else reject?.(Object.assign(new Error(message.failure.message), { code: message.failure.code }))
    })
    worker.on('error', (cause) => {
      log.error({ err: cause }, 'the worker for spans ended; senders try again')
      fail()
    })
    worker.on('exit', fail)
    worker.unref()
    return self
  }
  /** Ends the current worker; later requests start a new one. */
  function end(): Promise<void> {
    const last = open
    open = undefined
    last?.tell({ id: 0, task: 'end' })
    return last?.ended ?? Promise.resolve()
  }
  async function wholeFacts(spaceIds: string[], factsOf: Taking['factsOf']): Promise<Map<string, WorkerFacts>> {
    const facts = new Map<string, WorkerFacts>()
    for (const spaceId of spaceIds) {
      const [{ prices }, days] = [await factsOf(spaceId), await keep.of(spaceId)]
      const [masks, outward] = [await keep.masksOf(spaceId), await outbound.outwardOf(spaceId)]
      facts.set(spaceId, { days, prices, masks, outward })
    }
    return facts
  }
  async function readAndStore(request: OtlpRequest, { admit, factsOf, locale, now }: Taking): Promise<Taken> {
    const own = (open ??= start())
    const id = (count += 1)
    // Transfer the bytes instead of copying them; bytes that share a buffer must be copied.
    const body = request.body.map((part) => (ownsBuffer(part) ? part : new Uint8Array(part)))
    const { spaceIds, spans } = await own.ask<ReadRequest>(
      { id, task: 'read', request: { ...request, body } },
      body.map(({ buffer }) => buffer as ArrayBuffer),
    )
    waiting.spans += spans
    try {
      const facts = await admit(spaceIds)
        .then(() => wholeFacts(spaceIds, factsOf))
        .catch((cause: unknown) => {
          own.tell({ id, task: 'forget' })
          throw cause
        })
      const stored = await own.ask<StoredRequest>({ id, task: 'store', facts, locale, now })
      counters.add(stored.counted)
      if (stored.isOutward) outbound.filled()
      return stored.taken
    } finally {
      waiting.spans -= spans
    }
  }
  return {
    /** Resolves when all valid spans are stored. */
    async take(request: OtlpRequest, taking: Taking): Promise<Taken> {
      clearTimeout(idle)
      noteWork()
      const bytes = bytesOf(request)
      waiting.requests += 1
      waiting.bytes += bytes
      try {
        return await readAndStore(request, taking)
      } finally {
        waiting.requests -= 1
        waiting.bytes -= bytes
        if (!waiting.requests) idle = setTimeout(() => void end(), IDLE_MS).unref()
      }
    },
    /** Whether the requests in progress exceed the memory limit. */
    isFull: (): boolean => waiting.bytes > MAX_BYTES,
    /** Number of spans read but not stored yet. */
    backlog: (): number => waiting.spans,
    close(): Promise<void> {
      clearTimeout(idle)
      return end()
    },
  }
}
export type SpanWorker = ReturnType<typeof createSpanWorker>
