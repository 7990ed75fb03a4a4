import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Activity, RotateCw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { useSpace } from '#lib/spaces.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { RunState } from '#ui/run-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { refreshAutomations, taskLogQuery, taskQuery, type TraceTask, type WorkedSpan } from '../automation.queries.ts'
import { TaskState } from '../components/task-state.tsx'

const states = { 1: 'done', 2: 'failed', 3: 'skipped' } as const
const filters = ['all', 'done', 'failed', 'skipped'] as const
const numbers = { all: undefined, done: 1, failed: 2, skipped: 3 } as const

/** One automation: its state, and its result for each span. */
export function AutomationPage() {
  const t = useT('automation')
  const space = useSpace()
  const { task_id: id } = useParams({ from: '/signed/space/$space_id/observe/automations/$task_id' })
  const query = useQuery(taskQuery(space.id, id))
  const list = { to: '/space/$space_id/observe/automations', params: { space_id: space.id } } as const
  return (
    <QueryPage
      query={query}
      failed={t('one.failed')}
      missing={t('one.missing')}
      missingText={t('one.missingText')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link {...list} className={buttonStyle()}>
          {t('one.back')}
        </Link>
      }
    >
      {(task) => (
        <div className="flex min-h-0 flex-1 flex-col bg-card">
          <TitleBar
            title={task.name}
            back={<Link {...list} />}
            beside={<TaskState task={task} />}
            note={t(`type.${task.task_type}`)}
            actions={<Actions spaceId={space.id} task={task} />}
          />
          {task.problem && <Banner tone="err">{task.problem}</Banner>}
          <Log spaceId={space.id} id={id} />
        </div>
      )}
    </QueryPage>
  )
}

function Actions({ spaceId, task }: { spaceId: string; task: TraceTask }) {
  const t = useT('automation')
  const change = useMutation({
    mutationFn: (task_status: TraceTask['task_status']) =>
      api.traceTasks.update({ workspace_id: spaceId, task_id: task.id, task_status }),
    onSuccess: () => refreshAutomations(spaceId),
  })
  const button = (label: string, to: TraceTask['task_status']) => (
    <Button disabled={change.isPending} onClick={() => change.mutate(to)}>
      {label}
    </Button>
  )
  const { task_status: status } = task
  const isOpen = status === 'unstarted' || status === 'running' || status === 'pending'
  return (
    <>
      <IconButton icon={RotateCw} label={t('refresh')} onClick={() => void refreshAutomations(spaceId)} />
      {status === 'running' && button(t('pause'), 'pending')}
      {(status === 'pending' || status === 'unstarted') && button(t('continue'), 'running')}
      {isOpen && button(t('disable'), 'disabled')}
    </>
  )
}

function Log({ spaceId, id }: { spaceId: string; id: string }) {
  const t = useT('automation')
  const navigate = useNavigate({ from: '/space/$space_id/observe/automations/$task_id' })
  const { status: chosen } = useSearch({ from: '/signed/space/$space_id/observe/automations/$task_id' })
  const shown = filters.find((one) => one === chosen) ?? 'all'
  const setShown = (value: (typeof filters)[number]) =>
    void navigate({ search: { status: value === 'all' ? undefined : value }, replace: true })
  const status = numbers[shown]
  const query = useInfiniteQuery(taskLogQuery(spaceId, id, status))
  const figures = query.data?.pages[0]?.figures
  return (
    <>
      <div className="px-5 pt-4">
        {figures ? (
          <FigureGrid
            figures={[
              { label: t('figure.done'), value: formatNumber(figures.done), note: '' },
              { label: t('figure.failed'), value: formatNumber(figures.failed), note: '' },
              { label: t('figure.skipped'), value: formatNumber(figures.skipped), note: '' },
              {
                label: t('figure.average'),
                value: figures.average_score === undefined ? '–' : formatNumber(figures.average_score),
                note: '',
                points: figures.days.map((day) => day.average_score),
              },
              { label: t('figure.cost'), value: formatMoney(figures.cost), note: '' },
            ]}
          />
        ) : (
          <Skeleton className="h-20" />
        )}
      </div>
      <FilterBar>
        <Select
          prefix={t('log.filter')}
          items={filters.map((value) => ({ value, label: t(`log.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      </FilterBar>
      <PagedTable
        query={query}
        failed={t('log.failed.load')}
        empty={<EmptyState icon={Activity} title={t('log.empty')} text={t('log.emptyText')} />}
        {...(status && { noMatch: { onClear: () => setShown('all') } })}
        label={t('log')}
        size="one"
        columns={useColumns()}
        rows={query.data?.pages.flatMap((page) => page.spans) ?? []}
        rowKey={(row) => `${row.trace_id}/${row.span_id}`}
        rowName={(row) => row.span_id}
        onOpen={({ trace_id }) =>
          void navigate({
            to: '/space/$space_id/observe/traces/$trace_id',
            params: { space_id: spaceId, trace_id },
          })
        }
      />
    </>
  )
}

function useColumns(): Column<WorkedSpan>[] {
  const t = useT('automation')
  return [
    { id: 'time', head: t('log.time'), width: 130, cell: (row) => <DateTime at={row.started_at} /> },
    { id: 'state', head: t('status'), width: 130, cell: (row) => <RunState state={states[row.status]} /> },
    {
      id: 'score',
      head: t('score'),
      width: 90,
      align: 'end',
      cell: (row) => (row.score === undefined ? '–' : formatNumber(row.score)),
    },
    {
      id: 'why',
      head: t('log.why'),
      cell: (row) => (
        <span className="block truncate text-mute">{row.reason ? t(`reason.${row.reason}`) : row.problem || '–'}</span>
      ),
    },
    {
      id: 'span',
      head: t('log.span'),
      width: 180,
      hideBelow: 'md',
      cell: (row) => <code className="truncate text-code">{row.span_id}</code>,
    },
  ]
}
