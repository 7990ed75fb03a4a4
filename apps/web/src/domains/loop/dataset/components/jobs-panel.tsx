import { JobStatus, JobType, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDownToLine, Ban, FileX2, ListChecks, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { runsQuery } from '../column.queries.ts'
import { type Dataset, type DatasetJob, isRunning, jobsQuery, refreshDatasets } from '../dataset.queries.ts'
import { RunProgress } from './run-progress.tsx'

const states: Record<number, { key: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'; tone: Tone }> = {
  [JobStatus.waiting]: { key: 'waiting', tone: 'grey' },
  [JobStatus.running]: { key: 'running', tone: 'brand' },
  [JobStatus.completed]: { key: 'completed', tone: 'ok' },
  [JobStatus.failed]: { key: 'failed', tone: 'err' },
  [JobStatus.cancelled]: { key: 'cancelled', tone: 'grey' },
}

/** The imports and exports of a dataset with their progress. */
export function JobsPanel({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const query = useQuery(jobsQuery(dataset.id))
  const jobs = query.data ?? []
  const runs = useQuery(runsQuery(dataset)).data ?? []
  const running = jobs.filter(isRunning).length
  const before = useRef(running)
  useEffect(() => {
    // A finished import may have added rows.
    if (running < before.current) void refreshDatasets()
    before.current = running
  }, [running])
  const isImport = ({ jobType }: DatasetJob) => jobType === JobType.importFile
  const nameOf = (job: DatasetJob) =>
    isImport(job)
      ? t('jobs.import', { file: job.source.file?.originalFileName ?? '' })
      : t('jobs.export', { format: t(`jobs.format.${formatKeys[job.target.file?.format ?? 3] ?? 'csv'}`) })
  const columns: Column<DatasetJob>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: (job) => <NameCell name={nameOf(job)} note={job.errors.map(faultText).join(' · ')} />,
    },
    { id: 'status', head: t('jobs.status'), width: 200, cell: (job) => <Status job={job} /> },
    {
      id: 'rows',
      head: t('jobs.result'),
      width: 200,
      hideBelow: 'md',
      cell: ({ progress, ...job }) =>
        job.jobType === JobType.importFile
          ? t('jobs.counts', {
              added: formatNumber(Number(progress.added)),
              skipped: formatNumber(Number(progress.skipped)),
            })
          : t('page.rows', {
              count: Number(progress.processed),
              rows: formatNumber(Number(progress.processed)),
            }),
    },
    {
      id: 'at',
      head: t('jobs.at'),
      width: 130,
      hideBelow: 'lg',
      cell: ({ createdAt }) => <DateTime at={Number(createdAt)} className="text-mute" />,
    },
    {
      id: 'actions',
      head: t('fields.actions'),
      hideHead: true,
      width: 120,
      align: 'end',
      cell: (job) => <Actions job={job} mayEdit={mayEdit} />,
    },
  ]
  if (query.error && !query.data)
    return <FailedPage title={t('jobs.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.length === 0 && runs.length === 0)
    return <EmptyState icon={ListChecks} title={t('jobs.none')} text={t('jobs.noneText')} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Table
        label={t('tab.jobs')}
        columns={columns}
        rows={jobs}
        rowKey={({ id }) => id}
        rowName={nameOf}
        loading={query.data ? 0 : 3}
      />
      {runs.length > 0 && (
        <ul aria-label={t('jobs.fills')} className="flex flex-col px-5">
          {runs.map((run) => (
            <li
              key={run.annotationJobRunID}
              className="flex flex-wrap items-start justify-between gap-3 border-b border-line py-2.5"
            >
              <span className="min-w-0 truncate font-medium">{run.job.name}</span>
              <RunProgress dataset={dataset} run={run} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
/** Describes one kind of error: its field, the reason, and the number of rows. */
function faultText({ summary, errorCount, details }: DatasetJob['errors'][number]): string {
  const field = Object.keys(details[0]?.messagesByField ?? {})[0]
  const text = field ? `${field}: ${summary}` : summary
  return errorCount > 1 ? `${text} (${formatNumber(errorCount)})` : text
}

const formatKeys: Record<number, 'csv' | 'jsonl' | 'xlsx' | 'parquet' | 'zip'> = {
  1: 'jsonl',
  2: 'parquet',
  3: 'csv',
  4: 'xlsx',
  100: 'zip',
}

function Status({ job }: { job: DatasetJob }) {
  const t = useT('dataset')
  const { key, tone } = states[job.status] ?? states[JobStatus.waiting]!
  const { total, processed } = job.progress
  if (job.status !== JobStatus.running) return <Tag tone={tone}>{t(`jobs.state.${key}`)}</Tag>
  const share = Number(total) ? Math.min(0.99, Number(processed) / Number(total)) : null
  return <Progress thin value={share} label={t('jobs.state.running')} note={formatNumber(Number(processed))} />
}

function Actions({ job, mayEdit }: { job: DatasetJob; mayEdit: boolean }) {
  const t = useT('dataset')
  const cancel = useMutation({
    mutationFn: () => api.datasetIo.cancel({ jobID: job.id, spaceID: job.spaceID }),
    onSettled: () => refreshDatasets(),
  })
  const retry = useMutation({
    mutationFn: () =>
      api.datasetIo.import({
        datasetID: job.datasetID,
        file: { provider: STORED_HERE, path: job.source.file!.path },
        fieldMappings: job.fieldMappings,
        option: job.option,
      }),
    onSettled: () => refreshDatasets(),
  })
  const isImport = job.jobType === JobType.importFile
  const isUnsuccessful = job.status === JobStatus.failed || job.status === JobStatus.cancelled
  return (
    <span className="flex justify-end gap-1">
      {mayEdit && isRunning(job) && (
        <IconButton size="sm" icon={Ban} label={t('jobs.cancel')} onClick={() => cancel.mutate()} />
      )}
      {mayEdit && isImport && isUnsuccessful && job.source.file?.path && (
        <IconButton size="sm" icon={RotateCcw} label={t('jobs.retry')} onClick={() => retry.mutate()} />
      )}
      {Number(job.progress.skipped) > 0 && !isRunning(job) && (
        <IconButton
          size="sm"
          icon={FileX2}
          label={t('jobs.rejected')}
          nativeButton={false}
          render={<a href={`/api/ml_flow/v2/dataset_io_jobs/${job.id}/rejected`} download />}
        />
      )}
      {!isImport && job.target.file?.path && (
        <IconButton
          size="sm"
          icon={ArrowDownToLine}
          label={t('jobs.download')}
          nativeButton={false}
          render={<a href={`/api/ml_flow/v2/dataset_io_jobs/${job.id}/file`} download />}
        />
      )}
    </span>
  )
}
