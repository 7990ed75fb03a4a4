import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'

const taskFields = {
  task_type: z.int(),
  event_type: z.int(),
  bot_version: z.string(),
  trigger_user_id: z.string(),
  connector_id: z.string(),
  exec_status: z.int(),
  next_exec_duration: z.int(),
  valid_status: z.boolean(),
  config: z.string(),
}
const paging = { page: pageNumber(), size: pageSize(20) }
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
/** The tasks of a bot, in the format of the agent manager. */
export const agentTask = {
  list: op('POST /api/task_api/get_agent_task_list', {
    summary: 'List the tasks of a bot that you can see',
    summaryZh: '列出你可见的智能体任务',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        space_id: idOrNone(),
        trigger_event_type: z.int().optional(),
        connector_id: z.string().max(40).default(''),
        trigger_type: z.int().optional(),
        trigger_name: z.string().trim().max(100).default(''),
        trigger_id: idOrNone(),
        trigger_user_id: idOrNone(),
        ...paging,
      }),
    output: () =>
      z.object({
        task_list: z.array(
          z.object({ id: z.string(), task_name: z.string(), connector_ids: z.array(z.string()), ...taskFields }),
        ),
        page: z.int(),
        size: z.int(),
        total: z.int(),
      }),
  }),
  runs: op('POST /api/task_api/get_agent_task_exec_list', {
    summary: 'List the runs of a bot task, newest first',
    summaryZh: '列出智能体任务的运行记录，最新在前',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        space_id: idOrNone(),
        trigger_id: id(),
        connector_ids: z.array(z.string().max(40)).max(50).nullish(),
        trigger_user_id: idOrNone(),
        ...paging,
      }),
    output: () =>
      z.object({
        task_exec_list: z.array(z.object({ task_id: z.string(), serial_id: z.string(), ...taskFields })),
        page: z.int(),
        size: z.int(),
        total: z.int(),
      }),
  }),
  setStatus: op('POST /api/task_api/set_agent_task_status', {
    summary: 'Turn a bot task on or off',
    summaryZh: '开启或关闭智能体任务',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        space_id: idOrNone(),
        trigger_id: id(),
        connector_id: z.string().max(40).default(''),
        set_invalid: z.boolean().default(false),
      }),
  }),
}
