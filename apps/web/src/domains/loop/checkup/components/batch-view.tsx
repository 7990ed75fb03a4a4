import { BatchStatus } from '@orrery/contract/shared/checkup-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import { type LiteBatch, refreshBatches } from '../checkup.queries.ts'
import { statusOf } from '../compare-form.ts'
import { usePushed } from '../use-pushed.ts'
import { BatchForm } from './batch-form.tsx'
import { BatchResult } from './batch-result.tsx'

interface BatchViewProps {
  spaceId: string
  batch: LiteBatch
  onOpen: (batchId: string) => void
}
const running = [BatchStatus.awaiting, BatchStatus.running, BatchStatus.testRun] as number[]
const retried = [BatchStatus.paused, BatchStatus.failed, BatchStatus.complete] as number[]
const doneOf = ({ tasks }: LiteBatch['coze_batch_task_progress']) =>
  tasks.reduce((sum, { row_run_cnt }) => sum + Number(row_run_cnt), 0)

/** One comparison: being set up, running, or finished. */
export function BatchView({ spaceId, batch, onOpen }: BatchViewProps) {
  const t = useT('checkup')
  const [isDeleting, setDeleting] = useState(false)
  const { id, name } = batch.coze_batch_task_meta
  const of = { space_id: spaceId, batch_task_id: id }
  const refresh = () => refreshBatches(spaceId)
  const status = statusOf(batch)
  const isRunning = running.includes(status)
  const pushed = usePushed<LiteBatch['coze_batch_task_progress']>(
    isRunning ? (signal) => api.checkupTab.batchEvents(of, { signal }) : undefined,
    `${id}/${status === BatchStatus.testRun}`,
    () => void refresh(),
  )
  const progress = isRunning && pushed ? pushed : batch.coze_batch_task_progress
  const [done, all] = [doneOf(progress), Number(progress.total_row_count)]
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: refresh,
  })
  const clone = useMutation({
    mutationFn: () => api.liteBatch.clone({ space_id: spaceId, source_batch_task_id: id }),
    onSuccess: async ({ id: copy }) => {
      await refresh()
      onOpen(copy)
    },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="ghost" onClick={() => onOpen('')}>
          {t('compare.back')}
        </Button>
        <h2 className="min-w-0 truncate text-title font-semibold">{name}</h2>
        <Tag>{t(`batch.${status as 1}`)}</Tag>
        <span className="ml-auto flex flex-wrap gap-2">
          {isRunning && (
            <Button
              busy={act.isPending}
              onClick={() =>
                act.mutate(() => api.liteBatch.kill({ ...of, is_test_run: status === BatchStatus.testRun }))
              }
            >
              {t('go.stop')}
            </Button>
          )}
          {retried.includes(status) && (
            <>
              <Button busy={act.isPending} onClick={() => act.mutate(() => api.liteBatch.retry(of))}>
                {t('go.retry')}
              </Button>
              <a
                className={buttonStyle()}
                href={`/api/checkup/batch_export?space_id=${spaceId}&batch_task_id=${id}`}
                download
              >
                {t('go.export')}
              </a>
            </>
          )}
          {status !== BatchStatus.creating && (
            <Button busy={clone.isPending} onClick={() => clone.mutate()}>
              {t('go.clone')}
            </Button>
          )}
          {!isRunning && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {t('go.delete')}
            </Button>
          )}
        </span>
      </div>
      {act.error && <ErrorPanel error={act.error} />}
      {isRunning && (
        <div aria-live="polite" className="flex flex-col gap-1">
          <Progress
            label={t(`batch.${status as 1}`)}
            value={all ? done / all : null}
            note={t('done', { done: formatNumber(done), all: formatNumber(all) })}
          />
          <span className="text-small text-mute">
            {t('go.left', { seconds: progress.estimated_time_remaining })} ·{' '}
            {t('go.spent', { cost: progress.cost_consumption.credits.toFixed(4) })}
          </span>
        </div>
      )}
      {status === BatchStatus.creating || status === BatchStatus.testRun ? (
        <BatchForm spaceId={spaceId} batch={batch} isTesting={status === BatchStatus.testRun} />
      ) : (
        !isRunning && <BatchResult spaceId={spaceId} batch={batch} />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t('go.delete')}
        text={t('go.deleteText')}
        action={t('go.delete')}
        danger
        onConfirm={async () => {
          await api.liteBatch.remove(of)
          await refresh()
          onOpen('')
        }}
      />
    </div>
  )
}
