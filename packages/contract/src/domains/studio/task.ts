import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { TASK_LIMITS } from '#shared/limits.ts'

export const TaskTrigger = { time: 1, event: 2 } as const
export const TaskKind = { preset: 1, user: 2 } as const
export const TaskAction = { query: 1, plugin: 2, workflow: 3 } as const
export const TaskStatus = { init: 0, active: 1, inactive: 2, suspended: 3 } as const
export const TaskRunStatus = { waiting: 0, running: 1, done: 2, failed: 3, missed: 4 } as const

const cron = z.string().trim().min(1).max(100)
const timeZone = z.string().trim().min(1).max(64).default('UTC')
const timeData = z.object({ cron_expr: cron, time_zone: timeZone, cron_expr_text: z.string().max(200).default('') })
const hookData = z.object({
  url: z.string().max(2000),
  bearer_token: z.string().max(200).default(''),
  output_schema: z.string().max(20_000).default(''),
  default_output: z.string().max(20_000).default(''),
})
const params = z.string().max(100_000).default('{}')
const action = z.object({
  action_type: z.enum(TaskAction),
  bot_query_action: z.object({ content: text(TASK_LIMITS.content).min(1) }).optional(),
  plugin_action: z.object({ plugin_id: id(), api_name: z.string().max(200), params }).optional(),
  workflow_action: z.object({ workflow_id: id(), plugin_id: idOrNone(), params }).optional(),
})
export type TaskActionInput = z.output<typeof action>
const onBot = { on: 'bot', id: 'bot_id', can: 'view' } as const
const run = z.object({
  id: z.string(),
  task_id: z.string(),
  task_name: z.string(),
  /** cron, manual or event */
  reason: z.string(),
  due_time: z.number(),
  start_time: z.number(),
  end_time: z.number(),
  /** The exact duration, since the times above are in seconds; 0 while the run is in progress. */
  duration_ms: z.number(),
  status: z.enum(TaskRunStatus),
  prompt: z.string(),
  answer: z.string(),
  error: z.string(),
  conversation_id: z.string(),
})

/**
 * Tasks that a bot runs by itself: on a cron schedule in a time zone, or when an event arrives at a webhook. Editors
 * create preset tasks; other users of a bot may create their own tasks if the bot allows it.
 */
export const task = {
  createPreset: op('POST /api/task/create_preset_task', {
    summary: 'Create a scheduled task that sends the bot a message',
    summaryZh: '创建定时向智能体发送消息的任务',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        cron_expr: cron,
        content: text(TASK_LIMITS.content).default(''),
        user_question: text(TASK_LIMITS.content).default(''),
        time_zone: timeZone,
      }),
    output: () => z.object({ task_id: z.string() }),
  }),
  list: op('POST /api/task/task_list', {
    summary: 'List scheduled tasks: preset ones and your own',
    summaryZh: '列出定时任务：预设任务和你的任务',
    access: onBot,
    reply: 'flat',
    input: () => z.object({ bot_id: id(), space_id: idOrNone() }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            task_id: z.string(),
            user_question: z.string(),
            create_time: z.string(),
            next_time: z.string(),
            action_for_playground: z.string(),
            status: z.enum(TaskStatus),
            preset_type: z.number(),
            cron_expr: z.string(),
            task_content: z.string(),
            time_zone: z.string(),
          }),
        ),
      }),
  }),
  remove: op(['POST /api/task/remove_task', 'POST /api/task/remove_bot_task'], {
    summary: 'Delete a task with its run log',
    summaryZh: '删除任务及运行记录',
    access: onBot,
    input: () => z.object({ bot_id: id(), task_id: id() }),
  }),
  intro: op('POST /api/task/get_task_intro', {
    summary: 'Suggest tasks for a persona',
    summaryZh: '根据人设推荐任务',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        system_prompt: text(100_000).default(''),
        suggested_questions: text(10_000).default(''),
        space_id: idOrNone(),
      }),
    output: () => z.object({ intro: z.string() }),
  }),
  createWebhook: op('POST /api/task/create_webhook', {
    summary: 'Create a URL and token for receiving events; the token is shown once',
    summaryZh: '创建接收事件的 URL 和令牌，令牌仅显示一次',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ webhook_url: z.string(), bearer_token: z.string() }),
  }),
  save: op('POST /api/task/create_bot_task', {
    summary: 'Create a task, or update it when task_id is given',
    summaryZh: '创建任务，或更新 task_id 指定的任务',
    access: onBot,
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        task_id: idOrNone(),
        name: name(TASK_LIMITS.name),
        trigger_type: z.enum(TaskTrigger),
        mode: z.int().min(0).max(1).default(0),
        time_data: timeData.optional(),
        webhook_data: hookData.optional(),
        action,
        conversation_id: idOrNone(),
      }),
    output: () => z.object({ task_id: z.string() }),
  }),
  listAll: op('POST /api/task/bot_task_list', {
    summary: 'List the tasks of a bot with triggers and actions',
    summaryZh: '列出智能体的任务及其触发方式和动作',
    access: onBot,
    reply: 'flat',
    input: () => z.object({ bot_id: id(), conversation_id: idOrNone() }),
    output: () =>
      z.object({
        bot_task_list: z.array(
          z.object({
            id: z.string(),
            id_str: z.string(),
            connector_id: z.string(),
            name: z.string(),
            trigger: z.object({
              task_type: z.enum(TaskKind),
              event_type: z.string(),
              preset_time_data: timeData.optional(),
              preset_webhook_data: hookData.optional(),
              user_task_time_data: timeData.extend({ conversation_id: z.string(), user_id: z.string() }).optional(),
              trigger_type: z.enum(TaskTrigger),
              mode: z.number(),
            }),
            action,
            status: z.enum(TaskStatus),
            create_time: z.number(),
            origin_id: z.string(),
            creator_uid: z.string(),
            bot_version: z.string(),
            /** 0 not yet run, 2 running, 4 done, 5 failed. */
            exec_result: z.number(),
            next_exec_duration: z.number(),
            valid_status: z.boolean(),
          }),
        ),
      }),
  }),
  trigger: op('POST /api/task/trigger_task', {
    summary: 'Run a task now',
    summaryZh: '立即运行任务',
    access: onBot,
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        bot_id: id(),
        task_id: id(),
        params: z.string().max(100_000).default(''),
        conversation_id: idOrNone(),
      }),
    output: () => z.object({ run_id: z.string() }),
  }),
  enable: op('POST /api/task/switch_task', {
    summary: 'Turn a task on or off',
    summaryZh: '开启或关闭任务',
    access: onBot,
    input: () => z.object({ bot_id: id(), task_id: id(), enabled: z.boolean() }),
  }),
  runs: op('POST /api/task/task_run_list', {
    summary:
      "List the runs of a bot's tasks, newest first. Runs missed while the server was down start within an hour, otherwise they are listed as missed",
    summaryZh: '列出智能体任务的运行记录，最新在前；停机期间错过的运行会在一小时内补上，否则记为错过',
    access: onBot,
    input: () => z.object({ bot_id: id(), task_id: idOrNone(), page: pageNumber(), size: pageSize(20, 100) }),
    output: () => z.object({ runs: z.array(run), total: z.number() }),
  }),
  hook: op('POST /api/task/hook/{key}', {
    summary: 'Receive an event with the token of its webhook, once per event id',
    summaryZh: '用 Webhook 令牌接收事件，同一事件只处理一次',
    access: 'public',
    ownAuthorization: true,
    bodyLimit: 256 * 1024,
    limit: { by: 'address', max: 300, seconds: 60 },
    input: () => z.looseObject({ key: z.string().regex(/^[\w-]{40,60}$/, 'must be the key of a webhook') }),
    output: () => z.object({ run_id: z.string() }),
  }),
}
