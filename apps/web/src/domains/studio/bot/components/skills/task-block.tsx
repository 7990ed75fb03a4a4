import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Switch } from '#ui/switch.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { type BotTask, TaskStatus, tasksQuery, TaskTrigger } from '../../tasks/task.queries.ts'
import { useTaskActions } from '../../tasks/use-task-actions.ts'
import { usePlanText } from '#lib/use-plan-text.ts'
import { TaskDialog } from '../dialogs/task-dialog.tsx'
import { TaskRuns } from '../dialogs/task-runs.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { TaskTools } from './task-tools.tsx'

/** Tasks that the bot runs by itself, on a schedule or on an event. */
export function TaskBlock() {
  const t = useT('bot')
  const { botId, isReadOnly } = useEditor()
  const { data: tasks = [] } = useQuery(tasksQuery(botId))
  const [info, setInfo] = useGroup('task_info')
  const [edited, setEdited] = useState<BotTask | 'new' | null>(null)
  const [shown, setShown] = useState<BotTask | null>(null)
  const actions = useTaskActions(botId)
  const planText = usePlanText()
  const noteOf = (task: BotTask) => {
    const time = task.trigger.preset_time_data ?? task.trigger.user_task_time_data
    return time ? `${planText(time.cron_expr)} · ${time.time_zone}` : t('task.onEvent')
  }
  return (
    <>
      <SkillBlock
        tab="scheduled_task"
        title={t('block.scheduled_task')}
        hint={t('block.scheduled_task.hint')}
        hasData={tasks.length > 0}
        isForm
        count={tasks.length}
        needs={ModelFunction.trigger}
        onAdd={() => setEdited('new')}
        addLabel={t('block.scheduled_task.add')}
      >
        {tasks.map((task) => (
          <SkillRow
            key={task.id_str}
            tile={
              <span className="flex size-6.5 shrink-0 items-center justify-center rounded-md bg-kind-other text-white">
                <Icon of={task.trigger.trigger_type === TaskTrigger.time ? CalendarClock : Webhook} />
              </span>
            }
            name={task.name}
            note={noteOf(task)}
            end={
              <Switch
                label={t('task.enable', { name: task.name })}
                checked={task.status === TaskStatus.active}
                disabled={isReadOnly}
                onChange={(on) => actions.enable(task, on)}
              />
            }
            onOpen={isReadOnly ? undefined : () => setEdited(task)}
            tools={<TaskTools task={task} onRun={() => actions.run(task)} onRuns={() => setShown(task)} />}
            onRemove={() => void actions.remove(task)}
          />
        ))}
        <div className="px-4 pt-1 pl-8">
          <Switch
            checked={info.user_task_allowed}
            disabled={isReadOnly}
            onChange={(on) => setInfo({ user_task_allowed: on })}
          >
            {t('task.userAllowed')}
          </Switch>
        </div>
      </SkillBlock>
      {edited && <TaskDialog task={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
      {shown && <TaskRuns task={shown} onClose={() => setShown(null)} />}
    </>
  )
}
