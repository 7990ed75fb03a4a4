import { setTimeout as sleep } from 'node:timers/promises'
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
  /**
   * Every write has to check the fencing number, so that a worker that lost its lease changes nothing. `isAwaited`: the
   * run was started by `runNext`, and a caller waits for it.
   */
  work(id: string, fence: number, isAwaited: boolean): Promise<void>
  /** How many items one process works on at a time. */
  concurrency?: number
}
const LEASE_MS = 20_000
const WATCH_SECONDS = 30
const LOOK_MS = 100

/**
 * Work on a row by one process at a time. The lease is renewed meanwhile; if the process dies, another one takes over.
 */
export function createLeasedWork({ name, store, jobs, clock, log, work, concurrency = 2 }: LeasedWorkOptions) {
  /** Requested runs that have not begun. */
  const next = new Map<string, Promise<boolean>>()
  async function run(id: string, begin?: () => void): Promise<boolean> {
    const now = clock.now()
    const fence = await store.claim(id, now, now + LEASE_MS)
    if (fence === undefined) return false
    begin?.()
    const renew = () =>
      store
        .renew(id, fence, clock.now() + LEASE_MS)
        .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'a lease could not be renewed'))
    const timer = setInterval(() => void renew(), LEASE_MS / 4).unref()
    try {
      await work(id, fence, begin !== undefined)
    } finally {
      clearInterval(timer)
    }
    return true
  }
  async function runWhenFree(id: string, begin: () => void): Promise<boolean> {
    while (!(await run(id, begin))) {
      if ((await store.leasedUntil(id)) === undefined) return false
      await sleep(LOOK_MS)
    }
    return true
  }
  function runNext(id: string): Promise<boolean> {
    const known = next.get(id)
    if (known) return known
    const leave = () => void (next.get(id) === asked && next.delete(id))
    const asked = runWhenFree(id, leave).finally(leave)
    next.set(id, asked)
    return asked
  }
  const send = (id: string, startAfter: number, priority = 0) =>
    jobs
      .send(name, { id }, { startAfter, priority })
      .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'work could not be enqueued'))
  /** Runs the work, or checks again when the lease of the other process has expired. */
  async function attend({ id }: { id: string }): Promise<void> {
    if (await run(id)) return
    const until = await store.leasedUntil(id)
    if (until !== undefined) await send(id, Math.max(1, Math.ceil((until - clock.now()) / 1000) + 1))
  }
  return {
    /** Returns false when there is nothing to do, or another process has the lease. */
    run: (id: string) => run(id),
    /**
     * Waits for a run that begins after this call and therefore sees the current data: a run in progress may have read
     * older data, so its end is awaited first. All callers before its beginning share it. False when the work is
     * finished.
     */
    runNext,
    /** For any process. A second check follows in case that process dies. `behind`: how many items come first. */
    async enqueue(id: string, behind = 0): Promise<void> {
      await send(id, 0, -behind)
      await send(id, WATCH_SECONDS, -behind)
    },
    /** For any process, after others had their turn. The second check is already scheduled. */
    requeue: (id: string) => send(id, 0, -1),
    /** Schedules only the second check, because the caller runs the work itself. */
    watch: (id: string) => send(id, WATCH_SECONDS),
    async start(): Promise<void> {
      await jobs.define<{ id: string }>(name, attend, { retries: 5, concurrency, expireInSeconds: 300 })
      for (const { id, behind } of await store.unfinished()) await send(id, 0, -behind)
    },
  }
}
