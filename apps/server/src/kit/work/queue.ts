import type { JobOptions, Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'

export interface QueueOptions extends Omit<JobOptions, 'onePerKey'> {
  name: string
  jobs: Jobs
  log: Log
  /** Ids of the unfinished rows. */
  unfinished(): Promise<string[]>
  /** Must be idempotent and check the row first: an id may be delivered more than once. */
  work(id: string, signal: AbortSignal): Promise<void>
}

/**
 * Work that is stored as a row before it is enqueued. If the job is lost, because the queue was unreachable or the
 * process died in between, it is enqueued again at the next start of a server.
 */
export function createQueue({ name, jobs, log, unfinished, work, ...options }: QueueOptions) {
  /** Never fails: the row is stored. */
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
