import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { RunState, type RunStateName } from '#ui/run-state.tsx'
import { type DocumentState, isBusy, scannedPages, stageOf, stateOf } from '../document-state.ts'
import { progressQuery, refreshKnowledge } from '../knowledge.queries.ts'
import { useEffect } from 'react'

const runStates: Record<DocumentState, RunStateName> = {
  ready: 'done',
  busy: 'running',
  waiting: 'waiting',
  failed: 'failed',
  off: 'skipped',
}

interface ProgressListProps {
  datasetId: string
  documents: readonly { document_id: string }[] | undefined
}

/** Progress of an import by document: stage, time left, and the reason of a failure. */
export function ProgressList({ datasetId, documents = [] }: ProgressListProps) {
  const t = useT('knowledge')
  const query = useQuery(progressQuery(documents.map((document) => document.document_id)))
  const rows = query.data ?? []
  const act = useMutation({
    mutationFn: async ({ id, what }: { id: string; what: 'retry' | 'cancel' | 'ocr' }) => {
      if (what === 'cancel') await api.knowledge.cancelDocuments({ document_ids: [id] }, { toast: true })
      else if (what === 'retry') await api.knowledge.retryDocuments({ document_ids: [id] }, { toast: true })
      else {
        const parsing = { image_ocr: true }
        await api.knowledge.resegment(
          { dataset_id: datasetId, document_ids: [id], parsing_strategy: parsing },
          { toast: true },
        )
      }
    },
    onSettled: () => query.refetch(),
  })
  const busy = rows.filter((row) => isBusy(row.status)).length
  const isDone = rows.length > 0 && busy === 0
  useEffect(() => {
    if (isDone) void refreshKnowledge()
  }, [isDone])
  return (
    <div className="flex flex-col gap-3">
      <p aria-live="polite" className="text-small text-mute">
        {busy > 0
          ? t('processing.busy', { done: formatNumber(rows.length - busy), total: formatNumber(rows.length) })
          : t('processing.done')}
      </p>
      <ul aria-label={t('steps.processing')} className="rounded-lg border border-line bg-card">
        {rows.map((row) => {
          const state = stateOf(row)
          const stage = t(`stage.${stageOf(row.stage)}`)
          return (
            <li
              key={row.document_id}
              data-state={state}
              className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
            >
              <RunState state={runStates[state]} text={t(`state.${state}`)} iconOnly />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className="truncate font-medium">{row.document_name}</span>
                  <span className="text-caption text-mute uppercase">{row.type}</span>
                </span>
                {isBusy(row.status) ? (
                  <Progress
                    thin
                    value={row.progress / 100}
                    label={
                      row.remaining_time > 0
                        ? t('document.left', { stage, seconds: formatNumber(row.remaining_time) })
                        : stage
                    }
                    note={`${row.progress}%`}
                  />
                ) : row.status_descript ? (
                  <span role="alert" className="block text-small wrap-anywhere text-err">
                    {row.status_descript}
                  </span>
                ) : (
                  <span className="text-small text-mute">{formatBytes(row.size)}</span>
                )}
              </span>
              {isBusy(row.status) ? (
                <Button size="xs" kind="quiet" onClick={() => act.mutate({ id: row.document_id, what: 'cancel' })}>
                  {t('cancel')}
                </Button>
              ) : row.status_descript ? (
                <Button
                  size="xs"
                  icon={RotateCw}
                  onClick={() =>
                    act.mutate({ id: row.document_id, what: scannedPages(row.status_descript) ? 'ocr' : 'retry' })
                  }
                >
                  {scannedPages(row.status_descript) ? t('document.retryOcr') : t('document.retry')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
