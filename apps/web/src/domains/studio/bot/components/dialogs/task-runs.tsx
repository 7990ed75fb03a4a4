import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { formatDuration, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RunState, type RunStateName } from '#ui/run-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import { type BotTask, type TaskRun, taskRunsQuery, TaskRunStatus } from '../../tasks/task.queries.ts'

const states: Record<number, RunStateName> = {
  [TaskRunStatus.waiting]: 'waiting',
  [TaskRunStatus.running]: 'running',
  [TaskRunStatus.done]: 'done',
  [TaskRunStatus.failed]: 'failed',
  [TaskRunStatus.missed]: 'skipped',
}

const isUnderWay = ({ status }: TaskRun): boolean =>
  status === TaskRunStatus.waiting || status === TaskRunStatus.running

/** Runs of a task, newest first. */
export function TaskRuns({ task, onClose }: { task: BotTask; onClose: () => void }) {
  const t = useT('bot')
  const { botId } = useEditor()
  const { data, error } = useQuery({
    ...taskRunsQuery(botId, task.id_str),
    // Polls while a run is in progress.
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? 2_000 : false),
  })
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('task.runsOf', { name: task.name })}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error && <ErrorPanel error={error} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.runs.length === 0 && <EmptyState icon={Clock} title={t('task.noRuns')} text={t('task.noRuns.text')} />}
      <ul className="flex flex-col">
        {data?.runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </Dialog>
  )
}

function Run({ run }: { run: TaskRun }) {
  const t = useT('bot')
  const isMissed = run.status === TaskRunStatus.missed
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-3 text-small">
        <RunState state={states[run.status] ?? 'waiting'} text={isMissed ? t('task.missedRun') : undefined} />
        <DateTime at={fromSeconds(run.start_time || run.due_time)} className="text-mute" />
        {run.duration_ms > 0 && (
          <span className="ml-auto text-mute tabular-nums">{formatDuration(run.duration_ms)}</span>
        )}
      </div>
      {(run.error || run.answer) && (
        <p className={run.error ? 'mt-1 text-err wrap-anywhere' : 'mt-1 line-clamp-3 wrap-anywhere'}>
          {run.error || run.answer}
        </p>
      )}
    </li>
  )
}
