import { TASK_LIMITS, TaskAction, type TaskActionInput, TaskKind, TaskStatus, TaskTrigger } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { checkCron, nextDue } from './cron.ts'
import { taskErrors } from './task.errors.ts'
import { readParams } from './task-params.ts'
import type { TaskRepo } from './task.repo.ts'
import type { TaskRow } from './task.table.ts'

export interface TaskDeps {
  repo: TaskRepo
  bots: Pick<BotService, 'getDraftForRun' | 'get'>
  content: Pick<ContentGuard, 'require'>
  newId: NewId
  clock: Clock
  publicUrl: string
}
/** The caller and their role on the bot. */
export interface TaskCaller {
  userId: string
  isEditor: boolean
}
export interface TaskContent {
  name: string
  trigger: number
  cron: string
  cronText: string
  timeZone: string
  hookUrl: string
  outputSchema: string
  defaultOutput: string
  action: TaskActionInput
  conversationId?: string
}
const HOOK_PATH = '/api/task/hook/'

/** All texts of a task that people wrote, by field. */
const textsOf = ({ name, action, outputSchema, defaultOutput }: Pick<TaskContent, TextField>) => ({
  name,
  content: action.bot_query_action?.content ?? '',
  params: action.workflow_action?.params ?? action.plugin_action?.params ?? '',
  output_schema: outputSchema,
  default_output: defaultOutput,
})
type TextField = 'name' | 'action' | 'outputSchema' | 'defaultOutput'

/** Creates, changes and enables tasks. The runner executes them. */
export function createTaskService({ repo, bots, newId, clock, publicUrl, ...deps }: TaskDeps) {
  const dueAfter = (cron: string, zone: string, status: number) =>
    status === TaskStatus.active && cron ? (nextDue(cron, zone, clock.now()) ?? null) : null

  async function check(botId: string, content: TaskContent, caller: TaskCaller) {
    const { action } = content
    const field = {
      [TaskAction.query]: 'bot_query_action',
      [TaskAction.plugin]: 'plugin_action',
      [TaskAction.workflow]: 'workflow_action',
    } as const
    if (!action[field[action.action_type]]) throw taskErrors.noAction({ field: field[action.action_type] })
    if (action.action_type === TaskAction.workflow) readParams(action.workflow_action!.params)
    if (!caller.isEditor && action.action_type !== TaskAction.query) throw taskErrors.onlyQuery()
    if (content.trigger === TaskTrigger.time) {
      if (!content.cron) throw taskErrors.noTimes()
      checkCron(content.cron, content.timeZone, clock.now())
      return ''
    }
    const key = content.hookUrl.split(HOOK_PATH)[1] ?? ''
    const hook = key ? await repo.hook(key) : undefined
    // A webhook of another bot gets the same error as a missing one.
    if (!hook || hook.botId !== botId) throw taskErrors.noHook()
    return key
  }
  /** Unchanged texts are not checked again. */
  async function checkTexts(content: TaskContent, before?: TaskRow) {
    const old: readonly string[] = before ? Object.values(textsOf(before)) : []
    const fresh = Object.entries(textsOf(content)).filter(([, text]) => !old.includes(text))
    await deps.content.require('bot', Object.fromEntries(fresh))
  }
  async function checkRoom(botId: string, kind: number, userId: string) {
    const isUser = kind === TaskKind.user
    const max = isUser ? TASK_LIMITS.perUser : TASK_LIMITS.perBot
    if ((await repo.count(botId, kind, isUser ? userId : undefined)) >= max) throw taskErrors.tooMany({ max })
  }
  /** A task that the caller may change: editors may change preset tasks, everyone their own. */
  async function own(botId: string, taskId: string, caller: TaskCaller): Promise<TaskRow> {
    const row = await repo.byId(taskId)
    const isShown = row && (row.kind === TaskKind.preset || row.userId === caller.userId)
    if (!row || row.botId !== botId || !isShown) throw errors.notFound({ what: 'task' })
    if (row.kind === TaskKind.preset && !caller.isEditor) throw errors.noAccess()
    return row
  }

  return {
    own,
    list: (botId: string, userId: string) => repo.shownTo(botId, userId),
    has: async (botId: string) => (await repo.count(botId, TaskKind.preset)) > 0,
    lastRun: (taskId: string) => repo.lastRun(taskId),
    urlOf: (key: string) => (key ? `${publicUrl}${HOOK_PATH}${key}` : ''),
    async create(botId: string, content: TaskContent, caller: TaskCaller): Promise<string> {
      const { config } = await bots.getDraftForRun(botId)
      if (!caller.isEditor && !config.task_info.user_task_allowed) throw taskErrors.usersMayNot()
      const hookKey = await check(botId, content, caller)
      await checkTexts(content)
      const kind = caller.isEditor ? TaskKind.preset : TaskKind.user
      await checkRoom(botId, kind, caller.userId)
      const now = clock.now()
      const { hookUrl: _, conversationId, ...fields } = content
      const isTimed = content.trigger === TaskTrigger.time
      const cron = isTimed ? content.cron : ''
      const row: TaskRow = {
        ...fields,
        id: newId(),
        botId,
        kind,
        userId: caller.userId,
        cron,
        hookKey,
        conversationId: conversationId ?? null,
        status: TaskStatus.active,
        nextAt: dueAfter(cron, content.timeZone, TaskStatus.active),
        createdAt: now,
        updatedAt: now,
      }
      await repo.insert(row)
      return row.id
    },
    async update(botId: string, taskId: string, content: TaskContent, caller: TaskCaller) {
      const before = await own(botId, taskId, caller)
      const hookKey = await check(botId, content, caller)
      await checkTexts(content, before)
      const { hookUrl: _, conversationId: __, ...fields } = content
      const cron = content.trigger === TaskTrigger.time ? content.cron : ''
      await repo.update(taskId, {
        ...fields,
        cron,
        hookKey,
        nextAt: dueAfter(cron, content.timeZone, before.status),
        updatedAt: clock.now(),
      })
    },
    async remove(botId: string, taskId: string, caller: TaskCaller) {
      await own(botId, taskId, caller)
      await repo.remove(taskId)
    },
    async setEnabled(botId: string, taskId: string, isOn: boolean, caller: TaskCaller) {
      const row = await own(botId, taskId, caller)
      const status = isOn ? TaskStatus.active : TaskStatus.inactive
      // The user who enables a suspended preset task becomes responsible: it runs on their behalf.
      const userId = isOn && row.status === TaskStatus.suspended ? caller.userId : row.userId
      await repo.update(taskId, {
        status,
        userId,
        nextAt: dueAfter(row.cron, row.timeZone, status),
        updatedAt: clock.now(),
      })
    },
    /** Reschedules the tasks of a bot restored from the bin. Due times in the meantime are skipped. */
    async resume(botId: string) {
      for (const row of await repo.ofBot(botId))
        await repo.update(row.id, { nextAt: dueAfter(row.cron, row.timeZone, row.status) })
    },
    /** The token is returned only here; only its hash is stored. */
    async createWebhook(botId: string, userId: string) {
      await bots.get(botId)
      const [key, token] = [randomToken(), `hook_${randomToken()}`]
      await repo.addHook({ key, botId, tokenHash: sha256(token), createdBy: userId, createdAt: clock.now() })
      return { url: `${publicUrl}${HOOK_PATH}${key}`, token }
    },
    async runs(botId: string, taskId: string | undefined, caller: TaskCaller, page: number, size: number) {
      const shown = await repo.shownTo(botId, caller.userId)
      const ids = shown.map((row) => row.id).filter((id) => taskId === undefined || id === taskId)
      if (taskId !== undefined && !ids.length) throw errors.notFound({ what: 'task' })
      return repo.runs(botId, ids, page, size)
    },
    /** Copies the preset tasks of a bot, disabled, so that nothing runs without a review. */
    async copyAll(fromBotId: string, toBotId: string, userId: string, tx: Parameters<TaskRepo['insert']>[1]) {
      const now = clock.now()
      for (const row of await repo.ofBot(fromBotId, tx))
        if (row.kind === TaskKind.preset && row.trigger === TaskTrigger.time)
          await repo.insert(
            {
              ...row,
              id: newId(),
              botId: toBotId,
              userId,
              conversationId: null,
              status: TaskStatus.inactive,
              nextAt: null,
              createdAt: now,
              updatedAt: now,
            },
            tx,
          )
    },
  }
}
export type TaskService = ReturnType<typeof createTaskService>
