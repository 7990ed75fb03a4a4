import { parentPort, workerData } from 'node:worker_threads'
import { createPartitions } from '#domains/chat/span/partitions.ts'
import { createSpanCounters } from '#domains/chat/span/span-counters.service.ts'
import { createSpanRepo } from '#domains/chat/span/span.repo.ts'
import { createSpanStore } from '#domains/chat/span/span.service.ts'
import { openDatabase } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import { mapSpans } from './map-spans.ts'
import { spaceFinder, spansOf } from './otlp-request.ts'
import type { OtlpSpan } from './otlp-types.ts'
import { createLine } from './pace.ts'
import { saveInParts } from './save-spans.ts'
import type { FromThread, ReadRequest, StoredRequest, ThreadFacts, ToThread } from './thread-messages.ts'

/** The thread of large requests: reads them and stores their spans, on connections of its own. */
const MAX_SPACES = 1000
const { url, connections } = workerData as { url: string; connections: number }
const database = openDatabase(url, connections)
const known = new Map<string, ThreadFacts>()
const read = new Map<number, { spans: OtlpSpan[]; spaceOf(span: OtlpSpan): string }>()
const counters = createSpanCounters()
let now = 0
let isOutward = false
const store = createSpanStore({
  repo: createSpanRepo(database.pool),
  partitions: createPartitions(database.pool),
  keepOf: async (spaceId) => known.get(spaceId)!.days,
  masksOf: async (spaceId) => known.get(spaceId)!.masks,
  outbound: { outwardOf: async (spaceId) => known.get(spaceId)!.outward, filled: () => void (isOutward = true) },
  counters,
  clock: { now: () => now },
  log: { info: () => {} },
})
const inLine = createLine()

const tasks = {
  async read({ id, request }: ToThread & { task: 'read' }): Promise<ReadRequest> {
    const spans = await inLine(async () => {
      await store.room()
      return spansOf(request)
    })
    const spaceOf = spaceFinder(request.spaceId)
    const spaceIds = [...new Set(spans.map(spaceOf))]
    read.set(id, { spans, spaceOf })
    return { spaceIds, spans: spans.length }
  },
  async store({ id, facts, locale, now: at }: ToThread & { task: 'store' }): Promise<StoredRequest> {
    const { spans, spaceOf } = read.get(id)!
    read.delete(id)
    now = at
    for (const [spaceId, fact] of facts) remember(spaceId, fact)
    const factsOf = (spaceId: string) => facts.get(spaceId)!
    const { taken, lists } = await inLine(() => mapSpans(spans, { spaceOf, factsOf, locale, now: at }))
    for (const list of lists) await saveInParts(store, list)
    const answer = { taken, counted: counters.drain(), isOutward }
    isOutward = false
    return answer
  },
}
/** Those of requests that are under way are always among the last. */
function remember(spaceId: string, facts: ThreadFacts): void {
  known.delete(spaceId)
  known.set(spaceId, facts)
  if (known.size > MAX_SPACES) known.delete(known.keys().next().value!)
}

const reply = (message: FromThread) => parentPort!.postMessage(message, [])
async function answer(id: number, work: Promise<ReadRequest | StoredRequest>): Promise<void> {
  try {
    reply({ id, result: await work })
  } catch (cause) {
    if (cause instanceof AppError) return reply({ id, refusal: { spec: cause.spec, params: cause.params } })
    const { message, code } = cause as { message?: string; code?: string }
    reply({ id, failure: { message: message ?? 'failed', code } })
  }
}
parentPort!.on('message', (message: ToThread) => {
  if (message.task === 'read') void answer(message.id, tasks.read(message))
  else if (message.task === 'store') void answer(message.id, tasks.store(message))
  else if (message.task === 'forget') read.delete(message.id)
  else void database.close().then(() => parentPort!.close())
})
