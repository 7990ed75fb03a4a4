import { CopyStatus } from '@orrery/contract/shared/plugin-enums'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { RotateCw, X } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { ResourceRows } from '#domains/library/bundle/index.ts'
import type { TransferPick, Way } from '../transfer.ts'
import { isRunning } from '../transfer.ts'
import { jobKey, jobQuery } from '../transfer.queries.ts'

export interface Job {
  pick: TransferPick
  /** Empty if the job could not start; `refusal` is the reason then. */
  taskId: string
  refusal: string | undefined
}

/** Progress of the jobs. They continue without the dialog. */
export function TransferJobs(props: { title: string; way: Way; jobs: readonly Job[]; onClose: () => void }) {
  const { title, way, jobs, onClose } = props
  const t = useT('library')
  const { history } = useRouter()
  const found = useQueries({ queries: jobs.map((job) => jobQuery(job.taskId)) })
  const isEnded = found.every((query, at) => !jobs[at]!.taskId || (query.data && !isRunning(query.data.status)))
  const done = found.filter((query) => query.data?.status === CopyStatus.succeeded).length
  const ended = jobs.filter((job, at) => !job.taskId || (found[at]!.data && !isRunning(found[at]!.data.status))).length
  const refresh = (taskId: string) => queryClient.invalidateQueries({ queryKey: jobKey(taskId) })
  const act = useMutation({
    mutationFn: async ({ taskId, isRetry }: { taskId: string; isRetry: boolean }) => {
      await (isRetry
        ? api.library.copyRetry({ task_id: taskId }, { toast: true })
        : api.library.copyCancel({ task_id: taskId }, { toast: true }))
    },
    onSettled: (_, __, { taskId }) => refresh(taskId),
  })
  useEffect(() => {
    if (isEnded) void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'transfer' })
  }, [isEnded])
  const lines = jobs.map((job, at) => {
    const task = found[at]!.data
    const { taskId, pick } = job
    const reason = job.refusal ?? (task?.status === CopyStatus.failed ? task.reason : undefined)
    return {
      key: pick.id,
      kind: pick.kind,
      name: task?.res_name ?? pick.name,
      notes: reason ? (
        <span role="alert" className="text-err">
          {t('transfer.failed', { reason })}
        </span>
      ) : (
        <span>
          {t(
            task?.status === CopyStatus.succeeded
              ? way === 'copy'
                ? 'transfer.copied'
                : 'transfer.moved'
              : task?.status === CopyStatus.canceled
                ? 'transfer.stopped'
                : 'transfer.running',
          )}
        </span>
      ),
      after: !task ? null : isRunning(task.status) ? (
        <IconButton
          icon={X}
          label={t('transfer.stop', { name: pick.name })}
          onClick={() => act.mutate({ taskId, isRetry: false })}
        />
      ) : task.status === CopyStatus.failed ? (
        <IconButton
          icon={RotateCw}
          label={t('transfer.retry', { name: pick.name })}
          onClick={() => act.mutate({ taskId, isRetry: true })}
        />
      ) : task.status === CopyStatus.succeeded ? (
        <Button
          size="xs"
          kind="ghost"
          aria-label={t('transfer.openNamed', { name: task.res_name })}
          onClick={() => {
            onClose()
            history.push(linkOf({ id: task.res_id, kind: pick.kind, sub_type: 0, space_id: task.target_space_id }))
          }}
        >
          {t('transfer.open')}
        </Button>
      ) : null,
    }
  })
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={isEnded ? undefined : t('transfer.goesOn')}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('transfer.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Progress
          value={jobs.length === 1 && !isEnded ? null : ended / jobs.length}
          tone={isEnded ? (done === jobs.length ? 'ok' : 'warn') : 'brand'}
          label={t(
            isEnded && done === jobs.length
              ? way === 'copy'
                ? 'transfer.allCopied'
                : 'transfer.allMoved'
              : way === 'copy'
                ? 'transfer.copying'
                : 'transfer.moving',
          )}
          note={t('transfer.of', { done: formatNumber(done), total: formatNumber(jobs.length) })}
        />
        <ResourceRows label={title} lines={lines} />
      </div>
    </Dialog>
  )
}
