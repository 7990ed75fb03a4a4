import { type contract, type Input, TaskAction, TaskKind, TaskRunStatus, TaskTrigger } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds, secondsText } from '#kit/http/wire-values.ts'
import type { WritingService } from '#domains/studio/bot/writing.service.ts'
import type { TaskRunner } from './task-runner.service.ts'
import { taskErrors } from './task.errors.ts'
import type { TaskCaller, TaskContent, TaskService } from './task.service.ts'
import type { TaskRow, TaskRunRow } from './task.table.ts'

export interface TaskRoutesDeps {
  tasks: TaskService
  runner: TaskRunner
  writing: WritingService
  clock: Clock
}
const execResults = {
  [TaskRunStatus.waiting]: 1,
  [TaskRunStatus.running]: 2,
  [TaskRunStatus.done]: 4,
  [TaskRunStatus.failed]: 5,
  [TaskRunStatus.missed]: 5,
} as const

export function taskRoutes({ tasks, runner, writing, clock }: TaskRoutesDeps): Handlers<typeof contract.task> {
  const callerOf = async (ctx: Ctx, botId: string): Promise<TaskCaller> => ({
    userId: ctx.userId,
    isEditor: await ctx.access.can(ctx.actor!, 'bot', botId, 'editInfo'),
  })
  const contentOf = (input: Input<typeof contract.task.save>): TaskContent => ({
    name: input.name,
    trigger: input.trigger_type,
    cron: input.time_data?.cron_expr ?? '',
    cronText: input.time_data?.cron_expr_text ?? '',
    timeZone: input.time_data?.time_zone ?? 'UTC',
    hookUrl: input.webhook_data?.url ?? '',
    outputSchema: input.webhook_data?.output_schema ?? '',
    defaultOutput: input.webhook_data?.default_output ?? '',
    action: input.action,
    conversationId: input.conversation_id,
  })
  function shown(row: TaskRow, last: TaskRunRow | undefined) {
    const time = { cron_expr: row.cron, time_zone: row.timeZone, cron_expr_text: row.cronText }
    const isTimed = row.trigger === TaskTrigger.time
    const isPreset = row.kind === TaskKind.preset
    return {
      id: row.id,
      id_str: row.id,
      connector_id: '0',
      name: row.name,
      trigger: {
        task_type: isPreset ? TaskKind.preset : TaskKind.user,
        event_type: isTimed ? 'time' : 'webhook',
        trigger_type: isTimed ? TaskTrigger.time : TaskTrigger.event,
        mode: isTimed ? 0 : 1,
        ...(isTimed && isPreset && { preset_time_data: time }),
        ...(isTimed &&
          !isPreset && {
            user_task_time_data: { ...time, conversation_id: row.conversationId ?? '', user_id: row.userId },
          }),
        ...(!isTimed && {
          // The token is only shown when it is created, and is not stored.
          preset_webhook_data: {
            url: tasks.urlOf(row.hookKey),
            bearer_token: '',
            output_schema: row.outputSchema,
            default_output: row.defaultOutput,
          },
        }),
      },
      action: row.action,
      status: row.status as 0 | 1 | 2 | 3,
      create_time: seconds(row.createdAt),
      origin_id: row.id,
      creator_uid: row.userId,
      bot_version: '',
      exec_result: last ? execResults[last.status as keyof typeof execResults] : 0,
      next_exec_duration: row.nextAt === null ? 0 : Math.max(0, Math.floor((row.nextAt - clock.now()) / 1000)),
      valid_status: row.nextAt !== null || !isTimed,
    }
  }

  return {
    createPreset: async (input, ctx) => {
      const text = input.content || input.user_question
      if (!text) throw taskErrors.noContent()
      const content: TaskContent = {
        name: (input.user_question || text).slice(0, 50),
        trigger: TaskTrigger.time,
        cron: input.cron_expr,
        cronText: '',
        timeZone: input.time_zone,
        hookUrl: '',
        outputSchema: '',
        defaultOutput: '',
        action: { action_type: TaskAction.query, bot_query_action: { content: text } },
      }
      return { task_id: await tasks.create(input.bot_id, content, { userId: ctx.userId, isEditor: true }) }
    },
    list: async (input, ctx) => ({
      data: (await tasks.list(input.bot_id, ctx.userId))
        .filter((row) => row.trigger === TaskTrigger.time)
        .map((row) => ({
          task_id: row.id,
          user_question: row.name,
          create_time: secondsText(row.createdAt),
          next_time: secondsText(row.nextAt),
          action_for_playground: String(row.action.action_type),
          status: row.status as 0 | 1 | 2 | 3,
          preset_type: row.kind,
          cron_expr: row.cron,
          task_content: row.action.bot_query_action?.content ?? '',
          time_zone: row.timeZone,
        })),
    }),
    remove: async (input, ctx) => {
      await tasks.remove(input.bot_id, input.task_id, await callerOf(ctx, input.bot_id))
      return {}
    },
    intro: async (input, ctx) => {
      if (input.space_id !== undefined) await ctx.access.require(ctx.actor!, 'space', input.space_id, 'view')
      const intro = await writing.taskIntro({
        spaceId: input.space_id ?? '',
        persona: input.system_prompt,
        questions: input.suggested_questions,
        signal: ctx.signal,
      })
      return { intro }
    },
    createWebhook: async (input, ctx) => {
      const { url, token } = await tasks.createWebhook(input.bot_id, ctx.userId)
      return { webhook_url: url, bearer_token: token }
    },
    save: async (input, ctx) => {
      const caller = await callerOf(ctx, input.bot_id)
      const content = contentOf(input)
      // The user has to have the right to run the plugin or workflow.
      const { plugin_action: plugin, workflow_action: flow } = input.action
      if (input.action.action_type === TaskAction.plugin && plugin)
        await ctx.access.require(ctx.actor!, 'plugin', plugin.plugin_id, 'testRunPlugin')
      if (input.action.action_type === TaskAction.workflow && flow)
        await ctx.access.require(ctx.actor!, 'workflow', flow.workflow_id, 'testRunWorkflow')
      if (input.task_id === undefined) return { task_id: await tasks.create(input.bot_id, content, caller) }
      await tasks.update(input.bot_id, input.task_id, content, caller)
      return { task_id: input.task_id }
    },
    listAll: async (input, ctx) => {
      const rows = (await tasks.list(input.bot_id, ctx.userId)).filter(
        (row) =>
          input.conversation_id === undefined ||
          row.kind === TaskKind.preset ||
          row.conversationId === input.conversation_id,
      )
      return { bot_task_list: await Promise.all(rows.map(async (row) => shown(row, await tasks.lastRun(row.id)))) }
    },
    trigger: async (input, ctx) => {
      const task = await tasks.own(input.bot_id, input.task_id, await callerOf(ctx, input.bot_id))
      return { run_id: await runner.runNow(task, input.params) }
    },
    enable: async (input, ctx) => {
      await tasks.setEnabled(input.bot_id, input.task_id, input.enabled, await callerOf(ctx, input.bot_id))
      return {}
    },
    runs: async (input, ctx) => {
      const { rows, total } = await tasks.runs(
        input.bot_id,
        input.task_id,
        await callerOf(ctx, input.bot_id),
        input.page,
        input.size,
      )
      return {
        total,
        runs: rows.map(({ run, name }) => ({
          id: run.id,
          task_id: run.taskId,
          task_name: name,
          reason: run.reason,
          due_time: seconds(run.dueAt),
          start_time: Math.floor((run.startedAt ?? 0) / 1000),
          end_time: Math.floor((run.endedAt ?? 0) / 1000),
          duration_ms: run.startedAt && run.endedAt ? run.endedAt - run.startedAt : 0,
          status: run.status as 0 | 1 | 2 | 3 | 4,
          prompt: run.prompt,
          answer: run.answer,
          error: run.error,
          conversation_id: run.conversationId,
        })),
      }
    },
    hook: async (input, ctx) => {
      const { key, ...payload } = input
      const token = /^Bearer (hook_\S+)$/.exec(ctx.request.headers.get('authorization') ?? '')?.[1]
      const eventId = ctx.request.headers.get('x-event-id') ?? ctx.request.headers.get('idempotency-key') ?? undefined
      return { run_id: await runner.receive(key, token, eventId?.slice(0, 200), payload) }
    },
  }
}
