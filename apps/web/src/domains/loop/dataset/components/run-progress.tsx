import { useMutation } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { type ColumnRun, isOpenRun, refreshColumns } from '../column.queries.ts'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'

const tones: Record<string, Tone> = { pending: 'grey', success: 'ok', failed: 'err', terminated: 'grey' }
const words = {
  pending: 'waiting',
  running: 'running',
  success: 'completed',
  failed: 'failed',
  terminated: 'cancelled',
} as const

/** The progress of a run, or its result. */
export function RunProgress({ dataset, run, mayEdit }: { dataset: Dataset; run: ColumnRun; mayEdit: boolean }) {
  const t = useT('dataset')
  const isOpen = isOpenRun(run)
  const was = useRef(isOpen)
  useEffect(() => {
    // Reload the grid when the run has finished.
    if (was.current && !isOpen) void refreshDatasets()
    was.current = isOpen
  }, [isOpen])
  const stop = useMutation({
    mutationFn: () =>
      api.datasetColumn.terminate({
        spaceID: dataset.spaceID,
        datasetID: dataset.id,
        jobID: run.jobID,
        jobRunID: run.annotationJobRunID,
      }),
    onSettled: () => refreshColumns(),
  })
  const done = run.successCnt + run.failedCnt + run.skippedCnt
  const word = words[run.status as keyof typeof words] ?? 'waiting'
  return (
    <div role="status" className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        {isOpen ? (
          <Progress
            thin
            value={run.total ? Math.min(0.99, done / run.total) : null}
            label={t(`jobs.state.${word}`)}
            note={formatNumber(done)}
          />
        ) : (
          <Tag tone={tones[run.status] ?? 'grey'}>{t(`jobs.state.${word}`)}</Tag>
        )}
        {isOpen && mayEdit && (
          <IconButton size="sm" icon={Ban} label={t('jobs.cancel')} onClick={() => stop.mutate()} />
        )}
      </div>
      <p className="text-small text-mute">
        {t('fill.counts', {
          filled: formatNumber(run.successCnt),
          failed: formatNumber(run.failedCnt),
          skipped: formatNumber(run.skippedCnt),
        })}
      </p>
      {run.runLog.errorMsg && <p className="text-small wrap-anywhere text-err">{run.runLog.errorMsg}</p>}
    </div>
  )
}
