import { type Job, PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

/** Background work on pg-boss: survives restarts, with retries, backoff and cron. Handlers must be idempotent. */
export interface Jobs {
  define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions): Promise<void>
  send<T extends object>(name: string, data: T, options?: SendOptions): Promise<string | null>
  schedule(name: string, key: string, cron: string, data: object, timeZone?: string): Promise<void>
  unschedule(name: string, key: string): Promise<void>
  cancel(name: string, jobId: string): Promise<void>
  stop(): Promise<void>
}
type JobHandler<T> = (data: T, signal: AbortSignal) => Promise<void>
export interface JobOptions {
  concurrency?: number
  retries?: number
  /** Seconds after which the job of an unresponsive worker is given to another. */
  expireInSeconds?: number
  /** At most one waiting job per `singletonKey`. Takes effect when the queue is created, for all its jobs. */
  onePerKey?: boolean
}
interface SendOptions {
  startAfter?: Date | number
  /** The subject of the job; used in queues with `onePerKey`. */
  singletonKey?: string
  priority?: number
}

/**
 * One query for all queues finds the jobs of which this process was not notified: jobs of other processes, delayed jobs
 * and retries. Dozens of workers that each poll every other second would keep an idle server and its database busy.
 */
const POLL_MS = 1000
/**
 * Workers also poll themselves, so that a lost wake-up delays a job but does not lose it. Each has a different
 * interval: all start at the same moment, and dozens of simultaneous polls would block the event loop.
 */
const pollSeconds = () => 60 + 60 * Math.random()
const dueQueues = `
  SELECT name FROM unnest($1::text[]) AS queue (name)
  WHERE EXISTS (
    SELECT FROM job.job AS job
    WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now()
  )`

export async function startJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 4, schema: 'job' })
  boss.on('error', (cause) => log.warn({ cause: cause.message }, 'jobs'))
  await boss.start()
  const workers = new Map<string, string[]>()
  const wake = (name: string) => workers.get(name)?.forEach((id) => boss.notifyWorker(id))
  let isStopped = false
  let timer = setTimeout(look, POLL_MS)
  async function look() {
    try {
      const { rows } = await boss.getDb().executeSql(dueQueues, [[...workers.keys()]])
      for (const { name } of rows as { name: string }[]) wake(name)
    } catch (cause) {
      if (!isStopped) log.warn({ cause: (cause as Error).message }, 'looking for jobs')
    }
    if (!isStopped) timer = setTimeout(look, POLL_MS)
  }
  return {
    async define<T extends object>(name: string, handler: JobHandler<T>, options: JobOptions = {}) {
      await boss.createQueue(name, {
        retryLimit: options.retries ?? 3,
        retryBackoff: true,
        expireInSeconds: options.expireInSeconds ?? 900,
        policy: options.onePerKey ? 'short' : 'standard',
      })
      const work = async ([job]: Job<T>[]) => {
        if (!job) return
        try {
          await handler(job.data, job.signal)
        } catch (cause) {
          log.error({ job: name, id: job.id, err: cause }, 'job failed')
          throw cause
        } finally {
          // More jobs may be waiting.
          wake(name)
        }
      }
      const ids: string[] = []
      workers.set(name, ids)
      for (let n = 0; n < (options.concurrency ?? 1); n += 1)
        ids.push(await boss.work<T>(name, { pollingIntervalSeconds: pollSeconds() }, work))
    },
    async send(name, data, options = {}) {
      const id = await boss.send(name, data, options)
      wake(name)
      return id
    },
    schedule: (name, key, cron, data, tz = 'UTC') => boss.schedule(name, cron, data, { key, tz }),
    unschedule: (name, key) => boss.unschedule(name, key),
    cancel: async (name, jobId) => void (await boss.cancel(name, jobId)),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
