import { parentPort, workerData } from 'node:worker_threads'
import { createPartitions } from '#domains/chat/span/partitions.ts'
import { createSpanCounters } from '#domains/chat/span/span-counters.service.ts'
import { createSpanRepo } from '#domains/chat/span/span.repo.ts'
import { createSpanStore } from '#domains/chat/span/span.service.ts'
import { answerRequests } from '#domains/loop/ingest/worker-tasks.ts'
import { openDatabase } from '#kit/db.ts'

/** The worker thread for large requests with spans: it has its own store on its own connections. */
const { url, connections } = workerData as { url: string; connections: number }
const { pool, close } = openDatabase(url, connections)
const counters = createSpanCounters()
answerRequests({
  port: parentPort!,
  counters,
  openStore: (given) =>
    createSpanStore({
      repo: createSpanRepo(pool),
      partitions: createPartitions(pool),
      counters,
      log: { info: () => {} },
      ...given,
    }),
  close,
})
