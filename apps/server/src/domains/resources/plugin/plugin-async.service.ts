import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import { pluginAsync, pluginAsyncTask } from './plugin.table.ts'
import type { CallContext } from './shared/toolset.ts'
import type { Toolsets } from './toolset.service.ts'

const JOB = 'plugin-call'
const AsyncStatus = { unknown: 0, executing: 1, succeeded: 2, failed: 3 } as const
export interface AsyncKey {
  botId: string
  connectorId: string
  pluginId: string
  tool: string
}
export interface AsyncDeps {
  db: Db
  jobs: Jobs
  toolsets: Toolsets
  newId: NewId
  clock: Clock
  log: Log
  spaceOf(botId: string): Promise<string | undefined>
}

/** Calls that run in the background: the bot answers at once, and the result appears in the list of tasks. */
export function createPluginAsync({ db, jobs, toolsets, newId, clock, log, spaceOf }: AsyncDeps) {
  const isUnclaimed = and(
    eq(pluginAsyncTask.status, AsyncStatus.executing),
    eq(pluginAsyncTask.updatedAt, pluginAsyncTask.createdAt),
  )
  const queue = createQueue({
    name: JOB,
    jobs,
    log,
    retries: 0,
    concurrency: 2,
    async unfinished() {
      const rows = await db.select({ id: pluginAsyncTask.id }).from(pluginAsyncTask).where(isUnclaimed).limit(1000)
      return rows.map(({ id }) => id)
    },
    work: run,
  })
  async function run(taskId: string, signal: AbortSignal): Promise<void> {
    // The first process that claims the task makes the call. It is never repeated, even if that process dies.
    const [task] = await db
      .update(pluginAsyncTask)
      .set({ updatedAt: clock.now() + 1 })
      .where(and(eq(pluginAsyncTask.id, taskId), isUnclaimed))
      .returning()
    if (!task) return
    const end = async (status: number, result: string) =>
      void (await db
        .update(pluginAsyncTask)
        .set({ status, result: result.slice(0, 200_000), updatedAt: clock.now() })
        .where(eq(pluginAsyncTask.id, taskId)))
    const spaceId = await spaceOf(task.botId)
    if (!spaceId) return end(AsyncStatus.failed, 'The bot is gone')
    const context: CallContext = {
      spaceId,
      userId: task.userId,
      endUser: '',
      botId: task.botId,
      connectorId: task.connectorId,
      isDraft: task.isDraft,
      locale: 'en',
      signal,
      key: `async-${taskId}`,
    }
    try {
      const set = await toolsets.forSpace(task.pluginId, task.version, context)
      if (!set) return end(AsyncStatus.failed, 'The plugin is gone')
      const { output, authUrl } = await toolsets.call(set, toolsets.pick(set, { name: task.tool }), task.args, context)
      if (authUrl) return end(AsyncStatus.failed, `Permission is needed first: ${authUrl}`)
      await end(AsyncStatus.succeeded, typeof output === 'string' ? output : JSON.stringify(output ?? null))
    } catch (cause) {
      if (!(cause instanceof AppError)) log.warn({ err: cause, taskId }, 'a background call failed')
      await end(AsyncStatus.failed, cause instanceof AppError ? cause.message : 'The tool failed')
    }
  }
  const mine = (botId: string, connectorId: string) =>
    and(eq(pluginAsync.botId, botId), inArray(pluginAsync.connectorId, [...new Set([connectorId, ''])]))
  return {
    run,
    start: queue.start,
    async save(key: AsyncKey, enabled: boolean, message: string): Promise<void> {
      await db
        .insert(pluginAsync)
        .values({ ...key, enabled, message })
        .onConflictDoUpdate({
          target: [pluginAsync.botId, pluginAsync.connectorId, pluginAsync.pluginId, pluginAsync.tool],
          set: { enabled, message },
        })
    },
    list: (botId: string, connectorId: string) => db.select().from(pluginAsync).where(mine(botId, connectorId)),
    enabled: (botId: string, connectorId: string) =>
      db
        .select()
        .from(pluginAsync)
        .where(and(mine(botId, connectorId), eq(pluginAsync.enabled, true))),
    /** Begins a call. The row is inserted before the job, so that the call is not lost. */
    async begin(
      key: AsyncKey,
      version: string,
      args: Record<string, unknown>,
      context: Pick<CallContext, 'userId' | 'isDraft'>,
    ): Promise<string> {
      const id = newId()
      const now = clock.now()
      await db.insert(pluginAsyncTask).values({
        id,
        ...key,
        version,
        args,
        userId: context.userId,
        isDraft: context.isDraft,
        status: AsyncStatus.executing,
        result: '',
        createdAt: now,
        updatedAt: now,
      })
      await queue.enqueue(id)
      return id
    },
    async tasks(botId: string, userId: string, page: number, size: number) {
      const own = and(eq(pluginAsyncTask.botId, botId), eq(pluginAsyncTask.userId, userId))
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(pluginAsyncTask)
          .where(own)
          .orderBy(desc(pluginAsyncTask.id))
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(pluginAsyncTask).where(own),
      ])
      return { rows, total: totals[0]!.n }
    },
  }
}
export type PluginAsync = ReturnType<typeof createPluginAsync>
