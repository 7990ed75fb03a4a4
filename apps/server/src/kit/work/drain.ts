import type { JobOptions, Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'

export interface DrainOptions<Item> extends Pick<JobOptions, 'concurrency' | 'expireInSeconds'> {
  name: string
  jobs: Jobs
  log: Log
  /** When to look without being woken, for what a dead process left. */
  cron: string
  /** Leases the next item that waits. An item whose worker falls silent can be claimed again when its lease is over. */
  claim(): Promise<Item | undefined>
  /** What it throws is logged; the item is claimed again after its lease. When to give up is decided here, by counting attempts. */
  work(item: Item, signal: AbortSignal): Promise<void>
  /** Comes before the items of each look; `isScheduled` tells a look by the clock. */
  prepare?(isScheduled: boolean, signal: AbortSignal): Promise<void>
}

/** Work whose rows are the queue: a job only wakes a worker, which claims one item after the other until none waits. */
export function createDrain<Item>(options: DrainOptions<Item>) {
  const { name, jobs, log, cron, claim, work, prepare, concurrency = 1, expireInSeconds = 1800 } = options

  async function drain(signal = new AbortController().signal, isScheduled = false): Promise<number> {
    await prepare?.(isScheduled, signal)
    let count = 0
    while (!signal.aborted) {
      const item = await claim()
      if (item === undefined) break
      await work(item, signal).catch((cause: unknown) => log.warn({ err: cause, queue: name }, 'work failed'))
      count += 1
    }
    return count
  }
  /** Never fails: the row is there, and found by the clock. */
  async function wake(): Promise<void> {
    await jobs
      .send(name, {})
      .catch((cause: unknown) => log.warn({ err: cause, queue: name }, 'a worker could not be woken'))
  }
  return {
    /** How many items it worked on. */
    drain: (signal?: AbortSignal) => drain(signal),
    wake,
    async start(): Promise<void> {
      await jobs.define<{ isScheduled?: boolean }>(
        name,
        async ({ isScheduled = false }, signal) => void (await drain(signal, isScheduled)),
        { concurrency, expireInSeconds, retries: 0 },
      )
      await jobs.schedule(name, 'sweep', cron, { isScheduled: true })
      await wake()
    },
  }
}
