import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useEditor } from '../document/editor-context.ts'
import { JobLine } from './job-line.tsx'
import { JobProgress, JobState } from './job-state.tsx'
import { isUnderWay, type Job, linesQuery, refreshJobs } from './job.queries.ts'

const pollMs = 1500
const statuses = { all: undefined, done: 2, failed: 3 } as const

/** A batch run: its progress, the result of each row, and its actions. */
export function JobSheet({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useT('workflow-job')
  const { workflowId } = useEditor()
  const [shown, setShown] = useState<keyof typeof statuses>('all')
  const query = useInfiniteQuery({
    ...linesQuery(workflowId, jobId, statuses[shown]),
    refetchInterval: ({ state }) => {
      const job = state.data?.pages[0]?.job_info
      return job && isUnderWay(job) ? pollMs : false
    },
  })
  const job = query.data?.pages[0]?.job_info
  const lines = query.data?.pages.flatMap((page) => page.task_infos)
  return (
    <SideSheet
      kind="job"
      width={520}
      title={job?.job_name ?? t('job')}
      caption={job && t('col.note', { version: job.workflow_version, person: job.creator.name })}
      onClose={onClose}
    >
      {query.error && <ErrorPanel error={query.error} className="m-4" />}
      {!job && !query.error && <Skeleton className="m-4 h-24" />}
      {job && (
        <>
          <SheetSection title={<JobState status={job.status} />} tools={<JobActions job={job} />}>
            <JobProgress job={job} />
            <p className="mt-2 text-small text-mute">
              {t('tokens', { tokens: formatCount(job.input_token + job.output_token) })}
            </p>
          </SheetSection>
          <SheetSection
            title={t('lines')}
            tools={
              <Segmented
                size="sm"
                label={t('lines.filter')}
                items={(['all', 'done', 'failed'] as const).map((value) => ({ value, label: t(`lines.${value}`) }))}
                value={shown}
                onChange={setShown}
              />
            }
          >
            {lines?.length === 0 && <p className="text-small text-mute">{t('lines.none')}</p>}
            <ul aria-label={t('lines')} className="flex flex-col">
              {lines?.map((line) => (
                <JobLine key={line.task_id} line={line} />
              ))}
            </ul>
            <InfiniteSentinel query={query} />
          </SheetSection>
        </>
      )}
    </SideSheet>
  )
}

function JobActions({ job }: { job: Job }) {
  const t = useT('workflow-job')
  const { workflowId } = useEditor()
  const input = { job_id: job.job_id }
  const after = { onSettled: () => refreshJobs(workflowId) }
  const retry = useMutation({
    mutationFn: async () => {
      const { task_execute_id_ref: started } = await api.workflowJob.retryTasks(input, { toast: true })
      toast.ok(t('retry.started', { count: Object.keys(started).length }))
    },
    ...after,
  })
  const download = useMutation({
    mutationFn: async () => {
      const { url } = await api.workflowJob.output(input, { toast: true })
      const link = document.createElement('a')
      link.href = url
      link.download = `${job.job_name}.csv`
      link.click()
    },
  })
  const stop = () =>
    confirm({
      title: t('cancel.title', { name: job.job_name }),
      text: t('cancel.text'),
      action: t('cancel'),
      danger: true,
      onConfirm: async () => {
        await api.workflowJob.cancel(input)
        await refreshJobs(workflowId)
      },
    })
  const canRetry = job.status >= 2 && (job.failed_count > 0 || job.status === 4)
  return (
    <span className="flex items-center gap-1">
      {isUnderWay(job) && (
        <Button size="xs" kind="ghost" icon={Square} onClick={() => void stop()}>
          {t('cancel')}
        </Button>
      )}
      {canRetry && (
        <Button size="xs" kind="ghost" icon={RotateCcw} busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('retry')}
        </Button>
      )}
      <Button size="xs" kind="ghost" icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
        {t('download')}
      </Button>
    </span>
  )
}
