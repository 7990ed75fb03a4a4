import { TASK_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { CalendarClock, MessageSquare, Webhook, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { CronField } from '#ui/cron-field.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import { isReadyTask, readTask, saveTask, type TaskForm } from '../../tasks/task-form.ts'
import { type BotTask, TaskTrigger } from '../../tasks/task.queries.ts'
import { TaskWorkflow } from './task-workflow.tsx'
import { WebhookField } from './webhook-field.tsx'

/** A task of the bot: when it starts, and what it does. */
export function TaskDialog({ task, onClose }: { task?: BotTask; onClose: () => void }) {
  const t = useT('bot')
  const { botId } = useEditor()
  const [form, setForm] = useState<TaskForm>(() => readTask(task))
  const set = (change: Partial<TaskForm>) => setForm({ ...form, ...change })
  const save = useMutation({ mutationFn: () => saveTask(botId, task?.id_str, form), onSuccess: onClose })
  return (
    <FormDialog
      size="md"
      title={task ? t('task.edit') : t('block.scheduled_task.add')}
      description={t('block.scheduled_task.hint')}
      isDirty
      isReady={isReadyTask(form)}
      call={save}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('task.name')} required>
        <Input
          limit={TASK_LIMITS.name}
          value={form.name}
          placeholder={t('task.name.placeholder')}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('task.trigger')}>
        <Segmented
          label={t('task.trigger')}
          items={[
            { value: 'time', label: t('task.byTime'), icon: CalendarClock },
            { value: 'event', label: t('task.byEvent'), icon: Webhook },
          ]}
          disabled={task !== undefined}
          value={form.trigger === TaskTrigger.time ? 'time' : 'event'}
          onChange={(next) => set({ trigger: TaskTrigger[next] })}
        />
      </Field>
      {form.trigger === TaskTrigger.time ? (
        <CronField
          cron={form.cron}
          timeZone={form.timeZone}
          help={t('task.missed')}
          onChange={(cron, timeZone) => set({ cron, timeZone })}
        />
      ) : (
        <WebhookField webhook={form.webhook} onChange={(webhook) => set({ webhook })} />
      )}
      {form.does === 'plugin' ? (
        <p className="text-small text-mute">{t('task.otherAction')}</p>
      ) : (
        <Field label={t('task.does')}>
          <Segmented
            label={t('task.does')}
            items={[
              { value: 'query', label: t('task.does.query'), icon: MessageSquare },
              { value: 'workflow', label: t('task.does.workflow'), icon: Workflow },
            ]}
            value={form.does}
            onChange={(does) => set({ does })}
          />
        </Field>
      )}
      {form.does === 'query' && (
        <Field label={t('task.content')} required help={t('task.content.help')}>
          <Textarea
            limit={TASK_LIMITS.content}
            value={form.content}
            placeholder={t('task.content.placeholder')}
            onChange={(event) => set({ content: event.target.value })}
          />
        </Field>
      )}
      {form.does === 'workflow' && <TaskWorkflow form={form} set={set} />}
    </FormDialog>
  )
}
