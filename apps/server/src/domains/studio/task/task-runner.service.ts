import { TaskAction, TaskKind, TaskRunStatus, TaskStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { sameText, sha256 } from '#kit/secrets.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { dueBetween, nextDue } from './cron.ts'
import { fill, merged, readObject } from './event-fields.ts'
import { taskErrors } from './task.errors.ts'
import { readParams } from './task-params.ts'
import type { TaskRepo } from './task.repo.ts'
import type { TaskRow, TaskRunRow } from './task.table.ts'

const TICK_MS = 5000
/** After this many ticks, runs that are still waiting are enqueued again. */
const REQUEUE_TICKS = 24
/** A run that is later than this when a server comes back is recorded as missed instead of executed. */
export const LATE_MS = 3600_000
const MAX_MISSED = 50
const MAX_ANSWER = 20_000

export interface TaskRequest {
  botId: string
  userId: string
  prompt: string
  /** The conversation to which a user's task belongs. */
  conversationId?: string
  taskId?: string
  /** Set by callers that wait for the answer. */
  signal?: AbortSignal
}
interface TaskAnswer {
  conversationId: string
  messageId: string
  answer: string
}
/** Ports for the actions of tasks. */
export interface TaskPorts {
  /** Sends a message to a bot on behalf of a person, and returns the complete answer. */
  runTask?(request: TaskRequest): Promise<TaskAnswer>
  runPlugin?(request: {
    userId: string
    botId: string
    pluginId: string
    apiName: string
    params: string
  }): Promise<string>
  runWorkflow?(request: {
    userId: string
    botId: string
    workflowId: string
    params: string
    taskId?: string
  }): Promise<string>
}
export interface TaskRunnerDeps {
  repo: TaskRepo
  bots: Pick<BotService, 'getDraftForRun'>
  jobs: Jobs
  ports: TaskPorts
  newId: NewId
  clock: Clock
  log: Log
  /** Whether the user may still do with the bot what the task does. */
  mayRun(userId: string, botId: string, kind: number): Promise<boolean>
}

/**
 * Runs tasks. Every process looks for due tasks; a row lock and a unique occasion ensure that each due time and each
 * event becomes one run, and a lease ensures that one process executes it. A run that a crash interrupted is marked as
 * failed and not repeated, since it may have had its effect already.
 */
export function createTaskRunner(deps: TaskRunnerDeps) {
  const { repo, clock, newId, ports } = deps
  let timer: NodeJS.Timeout | undefined

  const newRun = (
    task: TaskRow,
    reason: string,
    occasion: string,
    dueAt: number,
    prompt: string,
    status: number,
  ): TaskRunRow => ({
    id: newId(),
    taskId: task.id,
    botId: task.botId,
    userId: task.userId,
    reason,
    occasion,
    dueAt,
    startedAt: null,
    endedAt: status === TaskRunStatus.missed ? clock.now() : null,
    status,
    prompt,
    answer: '',
    error: '',
    conversationId: '',
    leaseUntil: 0,
    fence: 0,
  })
  const isQuery = (task: TaskRow) => task.action.action_type === TaskAction.query
  const promptOf = (task: TaskRow) => task.action.bot_query_action?.content ?? ''

  const leased = createLeasedWork({ ...deps, name: 'bot-task', store: repo.leases, concurrency: 4, work: execute })

  /** Turns due times into runs: the newest one if it is not too late, the others as missed. */
  async function tick(): Promise<string[]> {
    const now = clock.now()
    const started = await repo.transaction(async (tx) => {
      const ids: string[] = []
      for (const task of await repo.takeDue(now, tx)) {
        const due = dueBetween(task.cron, task.timeZone, task.nextAt! - 1, now, MAX_MISSED)
        const last = due.at(-1)
        for (const at of due) {
          const isMissed = at !== last || now - at > LATE_MS
          const run = newRun(
            task,
            'cron',
            `cron:${at}`,
            at,
            promptOf(task),
            isMissed ? TaskRunStatus.missed : TaskRunStatus.waiting,
          )
          if ((await repo.addRun(run, tx)) && !isMissed) ids.push(run.id)
        }
        await repo.update(task.id, { nextAt: nextDue(task.cron, task.timeZone, now) ?? null }, tx)
      }
      return ids
    })
    for (const runId of started) await leased.enqueue(runId)
    return started
  }

  async function runAction(task: TaskRow, run: TaskRunRow): Promise<Partial<TaskRunRow>> {
    const { action, userId, botId } = task
    const missing = (what: string) => new Error(`${what} cannot be run by a task on this instance`)
    if (action.action_type === TaskAction.plugin) {
      const { plugin_id: pluginId, api_name: apiName, params } = action.plugin_action!
      if (!ports.runPlugin) throw missing('Plugins')
      return { answer: await ports.runPlugin({ userId, botId, pluginId, apiName, params }) }
    }
    if (action.action_type === TaskAction.workflow) {
      const { workflow_id: workflowId } = action.workflow_action!
      if (!ports.runWorkflow) throw missing('Workflows')
      // Values of the event override the stored inputs.
      const params = JSON.stringify({ ...readParams(action.workflow_action!.params), ...readObject(run.prompt) })
      return { answer: await ports.runWorkflow({ userId, botId, workflowId, params, taskId: task.id }) }
    }
    if (!ports.runTask) throw missing('Messages')
    const { answer, conversationId } = await ports.runTask({
      botId,
      userId,
      prompt: run.prompt,
      conversationId: task.conversationId ?? undefined,
      taskId: task.id,
    })
    return { answer, conversationId }
  }

  /**
   * Why a task cannot run: permanently (its user lost the right), or while the bot has disabled tasks or is in the bin.
   */
  async function obstacle(task: TaskRow): Promise<'gone' | 'off' | 'binned' | undefined> {
    if (!(await repo.hasBot(task.botId))) return 'binned'
    if (!(await deps.mayRun(task.userId, task.botId, task.kind))) return 'gone'
    const { task_info: settings } = (await deps.bots.getDraftForRun(task.botId)).config
    const isOn = task.kind === TaskKind.user ? settings.user_task_allowed : settings.enable_preset_task !== 0
    return isOn ? undefined : 'off'
  }

  async function execute(runId: string, fence: number): Promise<void> {
    const run = await repo.runById(runId)
    const task = run && (await repo.byId(run.taskId))
    if (!run || !task) return
    const end = async (values: Partial<TaskRunRow>) =>
      void (await repo.endRun(runId, fence, { endedAt: clock.now(), ...values }))
    // The process that started the run no longer renews its lease.
    if (!(await repo.startRun(runId, fence, clock.now())))
      return end({ status: TaskRunStatus.failed, error: 'The server stopped while this was running' })
    try {
      const why = await obstacle(task)
      if (why === 'gone') {
        await repo.update(task.id, { status: TaskStatus.suspended, nextAt: null })
        return await end({
          status: TaskRunStatus.failed,
          error: 'Its user may not do this any more; the task was suspended',
        })
      }
      if (why === 'binned') return await end({ status: TaskRunStatus.missed, error: 'The bot was in the bin' })
      if (why === 'off')
        return await end({ status: TaskRunStatus.missed, error: 'Tasks are turned off in the settings of the bot' })
      const { answer = '', conversationId = '' } = await runAction(task, run)
      await end({ status: TaskRunStatus.done, answer: answer.slice(0, MAX_ANSWER), conversationId })
    } catch (cause) {
      deps.log.warn({ err: cause, taskId: task.id, runId }, 'task failed')
      const error = cause instanceof AppError || cause instanceof Error ? cause.message : String(cause)
      await end({ status: TaskRunStatus.failed, error: error.slice(0, 2000) })
    }
  }

  async function begin(task: TaskRow, reason: string, occasion: string, data: string): Promise<string> {
    const run = newRun(
      task,
      reason,
      occasion,
      clock.now(),
      isQuery(task) ? fill(promptOf(task), data, task.defaultOutput) : merged(task.defaultOutput, data),
      TaskRunStatus.waiting,
    )
    if (!(await repo.addRun(run))) return (await repo.runAt(task.id, occasion))!.id
    await leased.enqueue(run.id)
    return run.id
  }

  return {
    tick,
    execute: leased.run,
    /** Starts a run by hand, even if the task is disabled, to try it. */
    runNow: (task: TaskRow, params: string) => begin(task, 'manual', `manual:${newId()}`, params),
    /** Accepts an event with the token of the webhook. A repeated event id returns the run of the first one. */
    async receive(
      key: string,
      token: string | undefined,
      eventId: string | undefined,
      payload: Record<string, unknown>,
    ): Promise<string> {
      const hook = await repo.hook(key)
      // An unknown address and a wrong token get the same answer.
      if (!hook || !token || !sameText(sha256(token), hook.tokenHash)) throw errors.notFound({ what: 'webhook' })
      const task = await repo.byHook(key)
      if (!task || task.status !== TaskStatus.active) throw taskErrors.inactive()
      return begin(task, 'event', `event:${eventId ?? newId()}`, JSON.stringify(payload))
    },
    async start() {
      await leased.start()
      let ticks = 0
      const onTick = async () => {
        await tick()
        ticks += 1
        if (ticks % REQUEUE_TICKS !== 0) return
        for (const { id } of await repo.waiting(clock.now() - REQUEUE_TICKS * TICK_MS)) await leased.requeue(id)
      }
      const report = (cause: unknown) => deps.log.warn({ err: cause }, 'looking for due tasks failed')
      timer = setInterval(() => void onTick().catch(report), TICK_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
export type TaskRunner = ReturnType<typeof createTaskRunner>
