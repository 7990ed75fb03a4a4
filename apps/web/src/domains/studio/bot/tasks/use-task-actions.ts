import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { type BotTask, refreshTaskRuns, refreshTasks, TaskStatus, tasksQuery } from './task.queries.ts'

interface TaskActions {
  enable: (task: BotTask, on: boolean) => void
  run: (task: BotTask) => void
  remove: (task: BotTask) => Promise<void>
}

export function useTaskActions(botId: string): TaskActions {
  const key = tasksQuery(botId).queryKey
  const refresh = () => refreshTasks(botId)
  return {
    enable: (task, on) => {
      const status = on ? TaskStatus.active : TaskStatus.inactive
      queryClient.setQueryData(key, (tasks) =>
        tasks?.map((item) => (item.id_str === task.id_str ? { ...item, status } : item)),
      )
      // On failure the client shows the error, and the refresh resets the switch.
      api.task.enable({ bot_id: botId, task_id: task.id_str, enabled: on }, { toast: true }).then(refresh, refresh)
    },
    run: (task) => {
      api.task.trigger({ bot_id: botId, task_id: task.id_str }, { toast: true }).then(
        () => {
          toast.ok(textOf('bot')('task.started', { name: task.name }))
          return refreshTaskRuns(botId, task.id_str)
        },
        () => {},
      )
    },
    remove: async (task) => {
      const t = textOf('bot')
      await confirm({
        title: t('task.remove.title', { name: task.name }),
        text: t('task.remove.text'),
        action: t('task.remove.action'),
        danger: true,
        onConfirm: async () => {
          await api.task.remove({ bot_id: botId, task_id: task.id_str })
          await refresh()
        },
      })
    },
  }
}
