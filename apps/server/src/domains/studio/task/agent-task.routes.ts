import { type contract, TaskKind, TaskRunStatus, TaskStatus, TaskTrigger } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { TaskService } from './task.service.ts'

/** The tasks of a bot in the format of the agent manager. */
export function agentTaskRoutes({
  tasks,
  clock,
}: {
  tasks: TaskService
  clock: Clock
}): Handlers<typeof contract.agentTask> {
  const callerOf = async (ctx: Ctx, botId: string) => ({
    userId: ctx.userId,
    isEditor: await ctx.access.can(ctx.actor!, 'bot', botId, 'editInfo'),
  })
  const execStatus = (status: number | undefined) =>
    status === TaskRunStatus.done ? 1 : status === TaskRunStatus.failed || status === TaskRunStatus.missed ? 2 : 0
  type Row = Awaited<ReturnType<TaskService['list']>>[number]
  const fields = (row: Row, status: number | undefined) => ({
    task_type: row.kind === TaskKind.preset ? 1 : 2,
    event_type: row.trigger === TaskTrigger.time ? 1 : 2,
    bot_version: '',
    trigger_user_id: row.userId,
    connector_id: '0',
    exec_status: execStatus(status),
    next_exec_duration: row.nextAt === null ? 0 : Math.max(0, Math.floor((row.nextAt - clock.now()) / 1000)),
    valid_status: row.status === TaskStatus.active,
    config: JSON.stringify({ cron: row.cron, time_zone: row.timeZone, action: row.action }),
  })
  return {
    list: async (input, ctx) => {
      const all = (await tasks.list(input.bot_id, ctx.userId)).filter(
        (row) =>
          (!input.trigger_id || row.id === input.trigger_id) &&
          (!input.trigger_user_id || row.userId === input.trigger_user_id) &&
          (!input.trigger_name || row.name.toLowerCase().includes(input.trigger_name.toLowerCase())) &&
          (!input.trigger_type || row.kind === input.trigger_type) &&
          (!input.trigger_event_type || (row.trigger === TaskTrigger.time ? 1 : 2) === input.trigger_event_type),
      )
      const page = all.slice((input.page - 1) * input.size, input.page * input.size)
      const task_list = await Promise.all(
        page.map(async (row) => ({
          id: row.id,
          task_name: row.name,
          connector_ids: [],
          ...fields(row, (await tasks.lastRun(row.id))?.status),
        })),
      )
      return { task_list, page: input.page, size: input.size, total: all.length }
    },
    runs: async (input, ctx) => {
      const caller = await callerOf(ctx, input.bot_id)
      const { rows, total } = await tasks.runs(input.bot_id, input.trigger_id, caller, input.page, input.size)
      const row = (await tasks.list(input.bot_id, ctx.userId)).find((item) => item.id === input.trigger_id)!
      return {
        task_exec_list: rows.map(({ run }) => ({
          ...fields(row, run.status),
          task_id: input.trigger_id,
          serial_id: run.id,
        })),
        page: input.page,
        size: input.size,
        total,
      }
    },
    setStatus: async (input, ctx) => {
      await tasks.setEnabled(input.bot_id, input.trigger_id, !input.set_invalid, await callerOf(ctx, input.bot_id))
      return {}
    },
  }
}
