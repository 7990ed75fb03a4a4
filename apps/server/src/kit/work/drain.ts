import type { JobOptions, Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'

export interface DrainOptions<Item> extends Pick<JobOptions, 'concurrency' | 'expireInSeconds'> {
  name: string
  jobs: Jobs
  log: Log
  /** When to run without being woken, to find items left by a dead process. */
  cron: string
  /** Leases the next waiting item. If its worker dies, the item can be claimed again once its lease has expired. */
  claim(): Promise<Item | undefined>
  /** Errors are logged, and the item is claimed again after its lease. The work itself limits the attempts. */
  work(item: Item, signal: AbortSignal): Promise<void>
  /** Runs before the items of each run; `isScheduled` is true for runs by the clock. */
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
  /** Never fails: the row is stored, and the next scheduled run finds it. */
  async function wake(): Promise<void> {
    await jobs
      .send(name, {})
      .catch((cause: unknown) => log.warn({ err: cause, queue: name }, 'a worker could not be woken'))
  }
  return {
    /** Processes all waiting items; returns their number. */
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
