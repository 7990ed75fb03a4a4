import { useT } from '#lib/i18n.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import type { TraceTask } from '../automation.queries.ts'

const tones: Record<TraceTask['task_status'], Tone> = {
  unstarted: 'grey',
  running: 'info',
  pending: 'warn',
  disabled: 'grey',
  success: 'ok',
  failed: 'err',
}

/** The status of an automation. */
export function TaskState({ task }: { task: Pick<TraceTask, 'task_status'> }) {
  const t = useT('automation')
  return <Tag tone={tones[task.task_status]}>{t(`status.${task.task_status}`)}</Tag>
}
