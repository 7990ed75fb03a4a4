import type { Clock } from '../clock.ts'
import type { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { LeaseStore } from './lease-store.ts'

export interface LeasedWorkOptions {
  name: string
  store: LeaseStore
  jobs: Jobs
  clock: Clock
  log: Log
  /** Every write has to check the fencing number, so that a worker that lost its lease changes nothing. */
  work(id: string, fence: number): Promise<void>
  /** How many one process works on at a time. */
  concurrency?: number
}
const LEASE_MS = 20_000
const WATCH_SECONDS = 30

/** Work on a row by one process at a time. The lease is renewed meanwhile; when its process dies, another one takes over. */
export function createLeasedWork({ name, store, jobs, clock, log, work, concurrency = 2 }: LeasedWorkOptions) {
  /** False when there is nothing to do, or another process is at it. */
  async function run(id: string): Promise<boolean> {
    const now = clock.now()
    const fence = await store.claim(id, now, now + LEASE_MS)
    if (fence === undefined) return false
    const renew = () =>
      store
        .renew(id, fence, clock.now() + LEASE_MS)
        .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'a lease could not be renewed'))
    const timer = setInterval(() => void renew(), LEASE_MS / 4).unref()
    try {
      await work(id, fence)
    } finally {
      clearInterval(timer)
    }
    return true
  }
  const send = (id: string, startAfter: number, priority = 0) =>
    jobs
      .send(name, { id }, { startAfter, priority })
      .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'work could not be enqueued'))
  /** Runs it, or looks again when the lease of the process that is at it is over. */
  async function attend({ id }: { id: string }): Promise<void> {
    if (await run(id)) return
    const until = await store.leasedUntil(id)
    if (until !== undefined) await send(id, Math.max(1, Math.ceil((until - clock.now()) / 1000) + 1))
  }
  return {
    run,
    /** For any process. A second look follows, in case the process that takes it dies. `behind`: how many go first. */
    async enqueue(id: string, behind = 0): Promise<void> {
      await send(id, 0, -behind)
      await send(id, WATCH_SECONDS, -behind)
    },
    /** For any process, once others have had their turn. It is watched already. */
    requeue: (id: string) => send(id, 0, -1),
    /** The caller runs it at once: only the second look. */
    watch: (id: string) => send(id, WATCH_SECONDS),
    async start(): Promise<void> {
      await jobs.define<{ id: string }>(name, attend, { retries: 5, concurrency, expireInSeconds: 300 })
      for (const { id, behind } of await store.unfinished()) await send(id, 0, -behind)
    },
  }
}
