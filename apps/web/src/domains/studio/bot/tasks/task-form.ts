import { api } from '#lib/api.ts'
import { visibleLength } from '#lib/text-length.ts'
import { type BotTask, refreshTasks, TaskAction, TaskTrigger } from './task.queries.ts'

export interface Webhook {
  url: string
  /** Set only right after it was generated: it is shown once. */
  token: string
}

export interface TaskForm {
  name: string
  trigger: 1 | 2
  cron: string
  timeZone: string
  webhook: Webhook | null
  /** The action: a message to the bot, or a workflow. Plugin actions are configured elsewhere and stay unchanged. */
  does: 'query' | 'workflow' | 'plugin'
  content: string
  workflow: { id: string; name: string } | null
  /** Inputs of the workflow, as JSON. */
  params: string
  action: BotTask['action'] | null
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export function readTask(task: BotTask | undefined): TaskForm {
  const time = task?.trigger.preset_time_data ?? task?.trigger.user_task_time_data
  const hook = task?.trigger.preset_webhook_data
  const flow = task?.action.workflow_action
  return {
    name: task?.name ?? '',
    trigger: task?.trigger.trigger_type ?? TaskTrigger.time,
    cron: time?.cron_expr ?? '0 9 * * *',
    timeZone: time?.time_zone ?? ownZone(),
    webhook: hook ? { url: hook.url, token: '' } : null,
    does: doesOf(task),
    content: task?.action.bot_query_action?.content ?? '',
    workflow: flow ? { id: flow.workflow_id, name: '' } : null,
    params: flow?.params ?? '{}',
    action: task?.action ?? null,
  }
}

function doesOf(task: BotTask | undefined): TaskForm['does'] {
  const type = task?.action.action_type ?? TaskAction.query
  return type === TaskAction.query ? 'query' : type === TaskAction.workflow ? 'workflow' : 'plugin'
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export function isReadyTask(form: TaskForm): boolean {
  if (form.name.trim() === '' || visibleLength(form.name.trim()) > 50) return false
  if (form.does === 'query' && (form.content.trim() === '' || visibleLength(form.content) > 5000)) return false
  if (form.does === 'workflow' && (!form.workflow || !isJsonObject(form.params))) return false
  return form.trigger === TaskTrigger.time ? form.cron.trim() !== '' : form.webhook !== null
}

export async function saveTask(botId: string, taskId: string | undefined, form: TaskForm): Promise<void> {
  const isTime = form.trigger === TaskTrigger.time
  await api.task.save({
    bot_id: botId,
    task_id: taskId,
    name: form.name.trim(),
    trigger_type: form.trigger,
    time_data: isTime ? { cron_expr: form.cron.trim(), time_zone: form.timeZone } : undefined,
    webhook_data: !isTime && form.webhook ? { url: form.webhook.url, bearer_token: form.webhook.token } : undefined,
    action: actionOf(form),
  })
  await refreshTasks(botId)
}

function actionOf({ does, content, workflow, params, action }: TaskForm): NonNullable<TaskForm['action']> {
  if (does === 'workflow' && workflow)
    return {
      action_type: TaskAction.workflow,
      workflow_action: { workflow_id: workflow.id, params: params.trim() || '{}' },
    }
  if (does === 'plugin' && action) return action
  return { action_type: TaskAction.query, bot_query_action: { content: content.trim() } }
}
