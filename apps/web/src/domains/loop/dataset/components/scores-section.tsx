import { useMutation, useQuery } from '@tanstack/react-query'
import { Gauge, Play, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { type QualityJob, qualityJobsQuery, qualityRunQuery, refreshQuality } from '../quality.queries.ts'
import { ScoreDialog } from './score-dialog.tsx'

/** The quality scores that a model and a judge give to rows. */
export function ScoresSection({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const jobs = useQuery(qualityJobsQuery(dataset)).data ?? []
  const [isNew, setNew] = useState(false)
  return (
    <SettingsSection title={t('score.title')} text={t('score.text')}>
      <ul aria-label={t('score.title')} className="mb-3 flex flex-col">
        {jobs.map((job) => (
          <Score key={job.id} dataset={dataset} job={job} mayEdit={mayEdit} />
        ))}
      </ul>
      {mayEdit && (
        <Button icon={Plus} onClick={() => setNew(true)}>
          {t('score.create')}
        </Button>
      )}
      {isNew && <ScoreDialog dataset={dataset} onClose={() => setNew(false)} />}
    </SettingsSection>
  )
}

function Score({ dataset, job, mayEdit }: { dataset: Dataset; job: QualityJob; mayEdit: boolean }) {
  const t = useT('dataset')
  const at = { spaceID: dataset.spaceID, datasetID: dataset.id, jobID: job.id }
  const run = useQuery(qualityRunQuery(dataset, job.id)).data
  const isOpen = run?.status === 'pending' || run?.status === 'running'
  const was = useRef(isOpen)
  useEffect(() => {
    if (was.current && !isOpen) void refreshDatasets()
    was.current = isOpen
  }, [isOpen])
  const start = useMutation({
    mutationFn: () => api.datasetQuality.run({ ...at, taskRunType: 1 }),
    onSettled: () => refreshQuality(),
  })
  const remove = () =>
    confirm({
      title: t('score.deleteTitle', { name: job.name }),
      text: t('score.deleteText'),
      action: t('score.delete'),
      danger: true,
      onConfirm: async () => {
        await api.datasetQuality.remove(at)
        await refreshQuality()
      },
    })
  const counts = run && {
    filled: formatNumber(run.successCnt),
    failed: formatNumber(run.failedCnt),
    skipped: formatNumber(run.skippedCnt),
  }
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-3">
        <Icon of={Gauge} className="text-mute" />
        <span className="min-w-0 flex-1 truncate font-medium">{job.name}</span>
        {run && (
          <span role="status" className="text-small text-mute">
            {isOpen ? t('jobs.state.running') : t('fill.counts', counts!)}
          </span>
        )}
        {mayEdit && (
          <>
            <Button size="sm" icon={Play} busy={start.isPending || isOpen} onClick={() => start.mutate()}>
              {t('fill.run')}
            </Button>
            <IconButton size="sm" kind="danger" icon={Trash2} label={t('score.delete')} onClick={() => void remove()} />
          </>
        )}
      </div>
      {run?.errorMsg && <p className="text-small wrap-anywhere text-err">{run.errorMsg}</p>}
      {start.error && <ErrorPanel error={start.error} />}
    </li>
  )
}
