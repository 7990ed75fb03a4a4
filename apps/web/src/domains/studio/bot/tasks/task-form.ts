import { api } from '#lib/api.ts'
import { visibleLength } from '#lib/text-length.ts'
import { type BotTask, refreshTasks, TaskAction, TaskTrigger } from './task.queries.ts'

export interface Webhook {
  url: string
  /** Only right after it was made: it is shown once. */
  token: string
}

export interface TaskForm {
  name: string
  trigger: 1 | 2
  cron: string
  timeZone: string
  webhook: Webhook | null
  /** Whether it sends a query to the bot; plugins and workflows are configured elsewhere. */
  isQuery: boolean
  content: string
  action: BotTask['action'] | null
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export function readTask(task: BotTask | undefined): TaskForm {
  const time = task?.trigger.preset_time_data ?? task?.trigger.user_task_time_data
  const hook = task?.trigger.preset_webhook_data
  return {
    name: task?.name ?? '',
    trigger: task?.trigger.trigger_type ?? TaskTrigger.time,
    cron: time?.cron_expr ?? '0 9 * * *',
    timeZone: time?.time_zone ?? ownZone(),
    webhook: hook ? { url: hook.url, token: '' } : null,
    isQuery: !task || task.action.action_type === TaskAction.query,
    content: task?.action.bot_query_action?.content ?? '',
    action: task?.action ?? null,
  }
}

export function isReadyTask(form: TaskForm): boolean {
  if (form.name.trim() === '' || visibleLength(form.name.trim()) > 50) return false
  if (form.isQuery && (form.content.trim() === '' || visibleLength(form.content) > 5000)) return false
  return form.trigger === TaskTrigger.time ? form.cron.trim() !== '' : form.webhook !== null
}

export async function saveTask(botId: string, taskId: string | undefined, form: TaskForm): Promise<void> {
  const isTime = form.trigger === TaskTrigger.time
  const query = { action_type: TaskAction.query, bot_query_action: { content: form.content.trim() } }
  await api.task.save({
    bot_id: botId,
    task_id: taskId,
    name: form.name.trim(),
    trigger_type: form.trigger,
    time_data: isTime ? { cron_expr: form.cron.trim(), time_zone: form.timeZone } : undefined,
    webhook_data: !isTime && form.webhook ? { url: form.webhook.url, bearer_token: form.webhook.token } : undefined,
    action: form.isQuery || !form.action ? query : form.action,
  })
  await refreshTasks(botId)
}
