import { useT } from '#lib/i18n.ts'
import { Progress } from '#ui/progress.tsx'
import { RunState, type RunStateName } from '#ui/run-state.tsx'
import type { Job } from './job.queries.ts'

const states: Record<number, RunStateName> = { 0: 'waiting', 1: 'running', 2: 'done', 3: 'failed', 4: 'skipped' }

/** The state of a batch run or of one of its rows. */
export function JobState({ status }: { status: number }) {
  const t = useT('workflow-job')
  return <RunState state={states[status] ?? 'waiting'} text={t(`status.${status as 0 | 1 | 2 | 3 | 4}`)} />
}

/** The number of finished rows, successful and failed. */
export function JobProgress({ job, hideLabel }: { job: Job; hideLabel?: boolean }) {
  const t = useT('workflow-job')
  const { success_count: done, failed_count: failed, total_count: total, status } = job
  const ended = status >= 2 ? total : done + failed
  return (
    <Progress
      thin
      hideLabel={hideLabel}
      label={t('progress')}
      note={t('progress.of', { done, failed, total })}
      value={total ? ended / total : 0}
      tone={failed > 0 ? 'err' : status === 2 ? 'ok' : 'brand'}
    />
  )
}
