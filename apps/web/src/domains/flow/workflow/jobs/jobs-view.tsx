import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { useEditor } from '../document/editor-context.ts'
import { JobSheet } from './job-sheet.tsx'
import { JobProgress, JobState } from './job-state.tsx'
import { isUnderWay, type Job, jobsQuery } from './job.queries.ts'

const NewJobDialog = lazy(() => import('./new-job-dialog.tsx').then((m) => ({ default: m.NewJobDialog })))
const pollMs = 2000

/** The batch runs of the workflow. */
export function JobsView() {
  const t = useT('workflow-job')
  const { workflowId, spaceId, loaded } = useEditor()
  const [isNew, setNew] = useState(false)
  const [openId, setOpenId] = useState('')
  const query = useInfiniteQuery({
    ...jobsQuery(spaceId, workflowId),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isUnderWay)) ? pollMs : false),
  })
  const jobs = query.data?.pages.flatMap((page) => page.data)
  // A workflow in a project is published with the project.
  const isPublished = loaded.workflow.latest_version !== '' || loaded.workflow.project_id !== ''
  const add = (
    <Button kind="solid" icon={Plus} disabled={!isPublished} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  return (
    <div className="relative flex min-h-0 flex-1 bg-card">
      <section aria-label={t('title')} className="flex min-w-0 flex-1 flex-col">
        {!isPublished && <Banner tone="warn">{t('unpublished')}</Banner>}
        {query.error && <ErrorPanel error={query.error} className="m-5" />}
        {jobs?.length === 0 ? (
          <EmptyState icon={Table2} title={t('none.title')} text={t('none.text')} action={add} />
        ) : (
          <>
            <div className="flex h-12 shrink-0 items-center justify-between gap-3 px-5">
              <p className="truncate text-small text-mute">{t('note')}</p>
              {jobs && add}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <Table
                label={t('title')}
                columns={columnsOf(t)}
                rows={jobs ?? []}
                rowKey={(job) => job.job_id}
                rowName={(job) => job.job_name}
                onOpen={(job) => setOpenId(job.job_id)}
                loading={jobs ? 0 : 4}
                after={<InfiniteSentinel query={query} />}
              />
            </div>
          </>
        )}
      </section>
      {openId && <JobSheet key={openId} jobId={openId} onClose={() => setOpenId('')} />}
      <Suspense>{isNew && <NewJobDialog onCreated={setOpenId} onClose={() => setNew(false)} />}</Suspense>
    </div>
  )
}

function columnsOf(t: ReturnType<typeof useT<'workflow-job'>>): Column<Job>[] {
  return [
    {
      id: 'name',
      head: t('col.name'),
      cell: (job) => (
        <NameCell
          name={job.job_name}
          note={t('col.note', { version: job.workflow_version, person: job.creator.name })}
        />
      ),
    },
    { id: 'state', head: t('col.state'), width: 130, cell: (job) => <JobState status={job.status} /> },
    {
      id: 'progress',
      head: t('progress'),
      width: 220,
      hideBelow: 'sm',
      cell: (job) => <JobProgress job={job} hideLabel={false} />,
    },
    {
      id: 'time',
      head: t('col.time'),
      width: 130,
      hideBelow: 'lg',
      cell: (job) => <DateTime at={fromSeconds(job.create_time)} />,
    },
  ]
}
