import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FlaskConical, GitCompare, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { type Selection } from '#lib/selection.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { isEmptyList, PagedTable } from '#ui/paged-table.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ExperimentProgress, ExperimentTag } from '../components/experiment-status.tsx'
import { shownScore } from '../components/mean-bar.tsx'
import { type Experiment, experimentsQuery } from '../evaluation.queries.ts'

const MAX_COMPARED = 8

/** Ids grow with time, so the oldest experiment becomes the baseline. */
const oldestFirst = (ids: Selection) => [...ids].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))

/** The experiments of a space. Two to eight of them can be compared. */
export function ExperimentsPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const params = { space_id: space.id }
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/evaluate/experiments' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/experiments' })
  const query = useInfiniteQuery(experimentsQuery(space.id, word))
  const rows = query.data?.pages.flatMap(({ experiments }) => experiments) ?? []
  const [selected, setSelected] = useState<Selection>(new Set())
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const noMatch = word ? { text: t('list.noMatch'), onClear: () => onWord('') } : undefined
  const create = mayInSpace(space, 'createResource') && (
    <Link to="/space/$space_id/evaluate/experiments/new" params={params} className={buttonStyle('solid')}>
      <Icon of={Plus} />
      {t('new')}
    </Link>
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('list.title')}
        actions={query.data && !isEmptyList({ query, rows, ...(noMatch && { noMatch }) }) && create}
      />
      <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('list.search')} />}>
        {null}
      </FilterBar>
      <PagedTable
        query={query}
        failed={t('list.failed')}
        label={t('list.title')}
        {...(noMatch && { noMatch })}
        empty={<EmptyState icon={FlaskConical} title={t('list.empty')} text={t('list.emptyText')} action={create} />}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        selected={selected}
        onSelect={setSelected}
        onOpen={({ id }) =>
          void navigate({
            to: '/space/$space_id/evaluate/experiments/$experiment_id',
            params: { ...params, experiment_id: id },
          })
        }
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button
          size="sm"
          icon={GitCompare}
          disabled={selected.size < 2 || selected.size > MAX_COMPARED}
          onClick={() =>
            void navigate({
              to: '/space/$space_id/evaluate/compare',
              params,
              search: { ids: oldestFirst(selected).join('_') },
            })
          }
        >
          {t('compare')}
        </Button>
      </BulkBar>
      <FootBar hints={[{ keys: 'Enter', label: t('list.open') }]}>
        {t('list.shown', {
          shown: formatNumber(rows.length),
          total: formatNumber(query.data?.pages[0]?.total ?? 0),
        })}
      </FootBar>
    </div>
  )
}

function useColumns(): Column<Experiment>[] {
  const t = useT('evaluation')
  const average = (experiment: Experiment) =>
    experiment.expt_stats.evaluator_aggregate_results
      .map(({ name, aggregator_results }) => `${name} ${shownScore(aggregator_results[0]?.data.value ?? 0)}`)
      .join(' · ')
  return [
    {
      id: 'name',
      head: t('column.name'),
      cell: (row) => (
        <NameCell name={row.name} note={row.desc || row.eval_target?.eval_target_version?.eval_target_content.name} />
      ),
    },
    {
      id: 'status',
      head: t('column.status'),
      width: 190,
      cell: (row) => (
        <span className="flex flex-col gap-1">
          <span>
            <ExperimentTag experiment={row} />
          </span>
          <ExperimentProgress experiment={row} thin />
        </span>
      ),
    },
    {
      id: 'dataset',
      head: t('column.dataset'),
      hideBelow: 'md',
      cell: ({ eval_set }) => (
        <span className="block truncate text-mute">
          {eval_set.name} {eval_set.version}
        </span>
      ),
    },
    {
      id: 'scores',
      head: t('column.averages'),
      hideBelow: 'md',
      cell: (row) => <span className="block truncate tabular-nums">{average(row)}</span>,
    },
    {
      id: 'cost',
      head: t('column.cost'),
      width: 90,
      align: 'end',
      hideBelow: 'lg',
      cell: ({ expt_stats }) => formatMoney(expt_stats.credit_cost),
    },
    {
      id: 'created',
      head: t('column.created'),
      width: 140,
      hideBelow: 'lg',
      cell: ({ base_info }) => <DateTime at={Number(base_info.created_at)} className="text-mute" />,
    },
  ]
}
