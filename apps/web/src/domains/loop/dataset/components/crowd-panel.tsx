import { CrowdPlatform, CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, PencilLine, RefreshCw, Trash2, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { type CrowdJob, crowdJobsQuery, isOpenCrowd, refreshCrowd } from '../crowd.queries.ts'
import { type Dataset, refreshDatasets } from '../dataset.queries.ts'
import { CrowdDialog } from './crowd-dialog.tsx'
import { StudioSection } from './studio-section.tsx'

const states: Record<number, { key: 'sending' | 'inProgress' | 'abnormal' | 'completed' | 'terminated'; tone: Tone }> =
  {
    [CrowdStatus.sending]: { key: 'sending', tone: 'brand' },
    [CrowdStatus.inProgress]: { key: 'inProgress', tone: 'brand' },
    [CrowdStatus.abnormal]: { key: 'abnormal', tone: 'warn' },
    [CrowdStatus.completed]: { key: 'completed', tone: 'ok' },
    [CrowdStatus.terminated]: { key: 'terminated', tone: 'grey' },
  }

/** The crowd jobs of the dataset. */
export function CrowdPanel({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const space = useSpace()
  const query = useQuery(crowdJobsQuery(dataset))
  const jobs = query.data ?? []
  const [isSending, setSending] = useState(false)
  const open = jobs.filter(isOpenCrowd).length
  const before = useRef(open)
  useEffect(() => {
    // A finished job has added labels and released the lock.
    if (open < before.current) void refreshDatasets()
    before.current = open
  }, [open])
  if (query.error && !query.data)
    return <FailedPage title={t('crowd.failed')} error={query.error} onRetry={() => void query.refetch()} />
  const send = mayEdit && (
    <Button kind="solid" icon={Users} disabled={open > 0} onClick={() => setSending(true)}>
      {t('crowd.action')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto bg-page p-5">
      {query.data?.length === 0 ? (
        <EmptyState icon={Users} title={t('crowd.none')} text={t('crowd.noneText')} action={send} />
      ) : (
        <section className="flex flex-col gap-3 rounded-lg bg-card p-5 shadow-card">
          <ul aria-label={t('tab.crowd')} className="flex flex-col">
            {jobs.map((job) => (
              <Job key={job.id} dataset={dataset} job={job} mayEdit={mayEdit} />
            ))}
          </ul>
          {query.data && <span>{send}</span>}
        </section>
      )}
      <StudioSection spaceId={space.id} mayManage={mayInSpace(space, 'manageConnectors')} />
      {isSending && <CrowdDialog dataset={dataset} onClose={() => setSending(false)} />}
    </div>
  )
}

function Job({ dataset, job, mayEdit }: { dataset: Dataset; job: CrowdJob; mayEdit: boolean }) {
  const t = useT('dataset')
  const { spaceID } = dataset
  const at = { spaceID, datasetID: dataset.id, jobID: job.id }
  const isOpen = isOpenCrowd(job)
  const { key, tone } = states[job.status] ?? states[CrowdStatus.sending]!
  const pull = useMutation({
    mutationFn: () => api.datasetCrowd.refresh({ spaceID, jobID: job.id }),
    onSettled: () => refreshCrowd(),
  })
  const terminate = () =>
    confirm({
      title: t('crowd.terminateTitle', { name: job.name }),
      text: t('crowd.terminateText'),
      action: t('crowd.terminate'),
      danger: true,
      onConfirm: async () => {
        await api.datasetCrowd.terminate(at)
        await refreshCrowd()
      },
    })
  const remove = () =>
    confirm({
      title: t('crowd.deleteTitle', { name: job.name }),
      text: t('crowd.deleteText'),
      action: t('crowd.delete'),
      danger: true,
      onConfirm: async () => {
        await api.datasetCrowd.remove(at)
        await refreshCrowd()
      },
    })
  const { received, inputSize } = job.statusDetail
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-3">
        <span data-user-text className="min-w-0 flex-1 truncate font-medium">
          {job.name}
        </span>
        <span role="status" className="text-small text-mute">
          {t('crowd.counts', {
            received: formatNumber(Number(received)),
            total: formatNumber(Number(inputSize)),
          })}
        </span>
        <Tag tone={tone}>{t(`crowd.status.${key}`)}</Tag>
        {isOpen && job.annotationTaskID && (
          <Button
            size="sm"
            icon={PencilLine}
            nativeButton={false}
            render={
              <Link
                to="/space/$space_id/evaluate/annotation/$task_id"
                params={{ space_id: spaceID, task_id: job.annotationTaskID }}
              />
            }
          >
            {t('crowd.open')}
          </Button>
        )}
        {mayEdit && isOpen && job.platform === CrowdPlatform.labelStudio && (
          <IconButton size="sm" icon={RefreshCw} label={t('crowd.refresh')} onClick={() => pull.mutate()} />
        )}
        {mayEdit && isOpen && (
          <IconButton size="sm" icon={Ban} label={t('crowd.terminate')} onClick={() => void terminate()} />
        )}
        {mayEdit && !isOpen && (
          <IconButton size="sm" kind="danger" icon={Trash2} label={t('crowd.delete')} onClick={() => void remove()} />
        )}
      </div>
      {job.errorMsg && <p className="text-small wrap-anywhere text-err">{job.errorMsg}</p>}
    </li>
  )
}
