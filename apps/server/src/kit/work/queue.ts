import type { JobOptions, Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'

export interface QueueOptions extends Omit<JobOptions, 'onePerKey'> {
  name: string
  jobs: Jobs
  log: Log
  /** Ids of the rows that are still to be worked on. */
  unfinished(): Promise<string[]>
  /** Has to be idempotent, and to look at the row first: an id may come more than once. */
  work(id: string, signal: AbortSignal): Promise<void>
}

/**
 * Work that is written down as a row before it is enqueued. A job that is lost, because the queue could not be reached or the process
 * died in between, is enqueued again when a server starts next.
 */
export function createQueue({ name, jobs, log, unfinished, work, ...options }: QueueOptions) {
  /** Never fails: the row is there. */
  async function enqueue(id: string): Promise<void> {
    await jobs
      .send(name, { id }, { singletonKey: id })
      .catch((cause: unknown) => log.warn({ err: cause, id, queue: name }, 'work could not be enqueued'))
  }
  return {
    enqueue,
    async start(): Promise<void> {
      await jobs.define<{ id: string }>(name, ({ id }, signal) => work(id, signal), { ...options, onePerKey: true })
      for (const id of await unfinished()) await enqueue(id)
    },
  }
}
