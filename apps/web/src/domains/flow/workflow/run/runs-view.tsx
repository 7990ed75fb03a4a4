import { useInfiniteQuery } from '@tanstack/react-query'
import { CirclePlay, ListTree, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDuration, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { RunState, type RunStateName } from '#ui/run-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { useEditor } from '../document/editor-context.ts'
import { LazyTrace } from '../trace/lazy-trace.tsx'
import { type LoggedRun, refreshRuns, type RunFilter, runsQuery } from './run.queries.ts'
import { useRunActions } from './run-actions.ts'
import { useOpenRun } from './use-open-run.ts'

const states: Record<number, RunStateName> = {
  0: 'waiting',
  1: 'running',
  2: 'done',
  3: 'failed',
  4: 'skipped',
  5: 'running',
}
const statuses = { any: undefined, done: 2, failed: 3, cancelled: 4, waiting: 5 } as const
const kinds = { any: undefined, test: [0, 3], node: [2], published: [1] } as const
const hour = 3_600_000
const ranges = { any: undefined, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const

/** All runs of the workflow, with filters. A run can be opened on the canvas or as a trace. */
export function RunsView() {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const actions = useRunActions()
  const [now] = useState(() => Date.now())
  const [status, setStatus] = useState<keyof typeof statuses>('any')
  const [kind, setKind] = useState<keyof typeof kinds>('any')
  const [range, setRange] = useState<keyof typeof ranges>('any')
  const [traced, setTraced] = useState('')
  const filter: RunFilter = {
    ...(statuses[status] === undefined ? {} : { status: statuses[status] }),
    ...(kinds[kind] === undefined ? {} : { kinds: [...kinds[kind]] }),
    ...(ranges[range] === undefined ? {} : { start_time: now - ranges[range] }),
  }
  const query = useInfiniteQuery(runsQuery(workflowId, filter))
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? []
  const openRun = useOpenRun()
  const isFiltered = Object.keys(filter).length > 0
  const clear = () => {
    setStatus('any')
    setKind('any')
    setRange('any')
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <FilterBar>
        <Segmented
          label={t('runs.kind')}
          items={(['any', 'test', 'node', 'published'] as const).map((value) => ({
            value,
            label: t(`runs.kind.${value}`),
          }))}
          value={kind}
          onChange={setKind}
        />
        <Select
          prefix={t('runs.status')}
          items={(['any', 'done', 'failed', 'cancelled', 'waiting'] as const).map((value) => ({
            value,
            label: t(`runs.status.${value}`),
          }))}
          value={status}
          onChange={setStatus}
        />
        <Select
          prefix={t('runs.range')}
          items={(['any', 'day', 'week', 'month'] as const).map((value) => ({
            value,
            label: t(`runs.range.${value}`),
          }))}
          value={range}
          onChange={setRange}
        />
        <IconButton
          icon={RefreshCw}
          label={t('runs.refresh')}
          busy={query.isRefetching}
          className="ml-auto"
          onClick={() => void refreshRuns(workflowId)}
        />
      </FilterBar>
      {query.error && <ErrorPanel error={query.error} className="mx-5" />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.data && runs.length === 0 ? (
          isFiltered ? (
            <NoMatch text={t('runs.noMatch')} onClear={clear} />
          ) : (
            <EmptyState
              icon={CirclePlay}
              title={t('none.title')}
              text={t('none.text')}
              action={
                <Button kind="solid" onClick={actions.openForm}>
                  {t('testRun')}
                </Button>
              }
            />
          )
        ) : (
          <Table
            label={t('runs.label')}
            size="one"
            columns={columnsOf(t)}
            rows={runs}
            rowKey={(run) => run.execute_id}
            rowName={(run) => run.execute_id}
            rowTone={(run) => (run.status === 3 ? 'failed' : undefined)}
            onOpen={(run) => openRun(run.execute_id, run.version)}
            loading={query.isPending ? 8 : 0}
            actions={(run) => (
              <IconButton icon={ListTree} label={t('trace.open')} onClick={() => setTraced(run.execute_id)} />
            )}
            after={<InfiniteSentinel query={query} />}
          />
        )}
      </div>
      {traced && <LazyTrace executeId={traced} onClose={() => setTraced('')} />}
    </div>
  )
}

function columnsOf(t: ReturnType<typeof useT<'workflow-run'>>): Column<LoggedRun>[] {
  return [
    {
      id: 'state',
      head: t('runs.col.state'),
      width: 190,
      cell: (run) => (
        <span className="flex items-center">
          <RunState state={states[run.status] ?? 'waiting'} text={t(`status.${run.status as 0 | 1 | 2 | 3 | 4 | 5}`)} />
        </span>
      ),
    },
    {
      id: 'time',
      head: t('runs.col.time'),
      width: 130,
      cell: (run) => <DateTime at={fromSeconds(run.create_time)} />,
    },
    {
      id: 'kind',
      head: t('runs.col.kind'),
      width: 150,
      cell: (run) => (
        <span className="flex items-center gap-1.5">
          {t(`kind.${run.kind as 0 | 1 | 2 | 3}`)}
          {run.version && <Tag mono>{run.version}</Tag>}
        </span>
      ),
    },
    {
      id: 'input',
      head: t('runs.col.input'),
      cell: (run) => (
        <code className="block truncate text-code text-mute" title={run.input}>
          {run.input}
        </code>
      ),
    },
    {
      id: 'output',
      head: t('runs.col.output'),
      cell: (run) =>
        run.error ? (
          <span className="block truncate text-small text-err" title={run.error}>
            {run.error}
          </span>
        ) : (
          <code className="block truncate text-code text-mute" title={run.output}>
            {run.output}
          </code>
        ),
    },
    {
      id: 'duration',
      head: t('runs.col.duration'),
      width: 100,
      align: 'end',
      cell: (run) => formatDuration(run.duration_ms),
    },
    {
      id: 'tokens',
      head: t('runs.col.tokens'),
      width: 90,
      align: 'end',
      hideBelow: 'wide',
      cell: (run) => (run.tokens > 0 ? formatCount(run.tokens) : '–'),
    },
  ]
}
