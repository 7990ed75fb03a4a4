import { ExperimentStatus } from '@orrery/contract/shared/evaluation-enums'
import { LoaderCircle } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Progress } from '#ui/progress.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { type Experiment, isOpen } from '../evaluation.queries.ts'

const looks = {
  [ExperimentStatus.pending]: ['pending', 'grey'],
  [ExperimentStatus.processing]: ['processing', 'info'],
  [ExperimentStatus.success]: ['success', 'ok'],
  [ExperimentStatus.failed]: ['failed', 'warn'],
  [ExperimentStatus.terminated]: ['terminated', 'grey'],
  [ExperimentStatus.systemTerminated]: ['systemTerminated', 'err'],
} as const satisfies Record<number, readonly [string, Tone]>

export const ExperimentTag = ({ experiment }: { experiment: Experiment }) => <StatusTag status={experiment.status} />
export function StatusTag({ status }: { status: number }) {
  const t = useT('evaluation')
  const [word, tone] = looks[status as ExperimentStatus] ?? looks[ExperimentStatus.pending]
  return (
    <Tag tone={tone} {...(status === ExperimentStatus.processing && { icon: LoaderCircle, spin: true })}>
      {t(`status.${word}`)}
    </Tag>
  )
}
/** The number of finished rows, shown while the experiment is open. */
export function ExperimentProgress({ experiment, thin }: { experiment: Experiment; thin?: boolean }) {
  const t = useT('evaluation')
  const { success_turn_cnt, fail_turn_cnt, pending_turn_cnt, processing_turn_cnt } = experiment.expt_stats
  if (!isOpen(experiment)) return null
  const done = success_turn_cnt + fail_turn_cnt
  const all = done + pending_turn_cnt + processing_turn_cnt
  return (
    <Progress
      label={t('progress')}
      hideLabel={thin === true}
      thin={thin === true}
      value={all ? done / all : null}
      note={t('progress.note', { done: formatNumber(done), all: formatNumber(all) })}
    />
  )
}
