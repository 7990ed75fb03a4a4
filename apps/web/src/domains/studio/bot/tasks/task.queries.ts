import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const tasksQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'tasks'],
    queryFn: async ({ signal }) => (await api.task.listAll({ bot_id: botId }, { signal })).bot_task_list,
  })
export type BotTask = Awaited<ReturnType<typeof api.task.listAll>>['bot_task_list'][number]

export const taskRunsQuery = (botId: string, taskId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'task-runs', taskId],
    staleTime: 0,
    queryFn: ({ signal }) => api.task.runs({ bot_id: botId, task_id: taskId, size: 50 }, { signal }),
  })
export type TaskRun = Awaited<ReturnType<typeof api.task.runs>>['runs'][number]

export const TaskTrigger = { time: 1, event: 2 } as const
export const TaskAction = { query: 1, plugin: 2, workflow: 3 } as const
export const TaskStatus = { init: 0, active: 1, inactive: 2, suspended: 3 } as const
export const TaskRunStatus = { waiting: 0, running: 1, done: 2, failed: 3, missed: 4 } as const

export const refreshTasks = (botId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: tasksQuery(botId).queryKey })
export const refreshTaskRuns = (botId: string, taskId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: taskRunsQuery(botId, taskId).queryKey })
