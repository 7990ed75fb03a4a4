import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, GitCompare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/table.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { CompareChart } from '../components/compare-chart.tsx'
import { ContentCell } from '../components/content-view.tsx'
import { MeanBar, shownScore } from '../components/mean-bar.tsx'
import { PairwisePanel } from '../components/pairwise-panel.tsx'
import { DeleteReport, PeopleColumns, SaveReport } from '../components/report-panel.tsx'
import { RowSheet } from '../components/row-sheet.tsx'
import {
  type Change,
  type Comparison,
  comparedQuery,
  comparisonQuery,
  type Experiment,
  isOpen,
  resultsQuery,
  type ResultRow,
  savedComparisonQuery,
} from '../evaluation.queries.ts'
import { usePeopleColumns } from '../use-people-columns.tsx'

const from = '/signed/space/$space_id/evaluate/compare'
const changes = ['all', 'improved', 'regressed', 'same'] as const
const tones = {
  better: 'ok',
  worse: 'err',
  none: 'grey',
  too_few: 'warn',
  not_comparable: 'warn',
} as const satisfies Record<string, Tone>
/** The locale keys must not end in _few, which i18next reads as a plural. */
const verdictWords = {
  better: 'better',
  worse: 'worse',
  none: 'none',
  too_few: 'tooFew',
  not_comparable: 'notComparable',
} as const
/** Smaller differences are rounding errors. */
const SAME = 1e-9
const formats = ['csv', 'jsonl', 'xlsx'] as const
type Verdict = Comparison['verdicts'][number]

/** Compares experiments with the baseline, which is the first: which is better, and is the difference significant? */
export function ComparePage() {
  const t = useT('evaluation')
  const space = useSpace()
  const { ids: text = '', report = '' } = useSearch({ from })
  const { data: saved } = useQuery(savedComparisonQuery(space.id, report))
  const ids = [...new Set(text.split('_').filter(Boolean))]
  const experiments = useQuery(comparedQuery(space.id, ids))
  const query = useQuery(comparisonQuery(space.id, ids))
  const list = { to: '/space/$space_id/evaluate/experiments', params: { space_id: space.id } } as const
  const back = (
    <Link {...list} className={buttonStyle()}>
      {t('one.back')}
    </Link>
  )
  if (ids.length < 2)
    return (
      <div className="flex min-h-0 flex-1 flex-col bg-card">
        <TitleBar title={t('compare.title')} back={<Link {...list} />} />
        <EmptyState icon={GitCompare} title={t('compare.none')} text={t('compare.noneText')} action={back} />
      </div>
    )
  return (
    <QueryPage
      query={{
        data: experiments.data && query.data ? { list: experiments.data, found: query.data } : undefined,
        error: query.error ?? experiments.error,
        refetch: () => Promise.all([query.refetch(), experiments.refetch()]),
      }}
      failed={t('compare.failed')}
      missing={t('one.missing')}
      loading={<Skeleton className="m-5 h-64" />}
      back={back}
    >
      {({ list: rows, found }) => (
        <div className="relative flex min-h-0 flex-1 flex-col bg-card">
          <TitleBar
            title={saved?.name || t('compare.title')}
            back={<Link {...list} />}
            note={t('compare.note', {
              shared: formatNumber(found.shared_items),
              left: formatNumber(found.left_out),
            })}
            actions={
              <>
                {saved ? <DeleteReport id={report} name={saved.name} /> : !report && <SaveReport rows={rows} />}
                <Export ids={ids} />
              </>
            }
          />
          <Verdicts rows={rows} found={found}>
            <CompareChart rows={rows} found={found} />
            {saved && <PeopleColumns id={report} name={saved.name} />}
          </Verdicts>
          <ComparedRows rows={rows} found={found} reportId={saved ? report : ''} />
        </div>
      )}
    </QueryPage>
  )
}

function Export({ ids }: { ids: string[] }) {
  const t = useT('evaluation')
  const space = useSpace()
  return (
    <Menu trigger={<Button icon={Download}>{t('export')}</Button>} align="end">
      {formats.map((format) => (
        <MenuItem
          key={format}
          render={
            <a
              href={`/api/evaluation/v2/experiment/export?space_id=${space.id}&experiment_ids=${ids.join(',')}&format=${format}`}
              download
            />
          }
        >
          {t(`export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Verdicts({ rows, found, children }: { rows: Experiment[]; found: Comparison; children: ReactNode }) {
  const t = useT('evaluation')
  const ui = useT('ui')
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  // Options and texts given by people have no mean.
  const scored = found.evaluators.filter(({ sides }) => sides.some(({ mean }) => mean !== undefined))
  return (
    <section className="flex max-h-96 flex-col gap-4 overflow-y-auto px-5 py-4">
      {scored.map((one) => (
        <div key={one.evaluator_id} className="flex flex-col gap-2">
          <h2 className="font-semibold">{one.name}</h2>
          <ul className="grid grid-cols-[minmax(8rem,max-content)_minmax(8rem,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 max-md:grid-cols-1">
            {one.sides.map((side) => {
              const verdict = found.verdicts.find(
                (item) => item.evaluator_id === one.evaluator_id && item.experiment_id === side.experiment_id,
              )
              return (
                <li key={side.experiment_id} className="contents">
                  <span className="truncate">{nameOf(side.experiment_id)}</span>
                  <MeanBar mean={side.mean} interval={side.interval} />
                  {verdict ? (
                    <Words verdict={verdict} />
                  ) : (
                    <Tag className="justify-self-start">{t('compare.baseline')}</Tag>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      ))}
      {children}
      {rows.length === 2 && rows.every((row) => !isOpen(row)) && <PairwisePanel rows={rows} />}
      {found.changes.length > 0 && (
        <div>
          <h2 className="font-semibold">{t('compare.changes')}</h2>
          <ul className="mt-1 flex flex-col gap-1">
            {found.changes.map((change) => (
              <li key={`${change.experiment_id}/${change.what}`} className="grid grid-cols-3 gap-3 text-small">
                <span>
                  {ui('pair', { name: nameOf(change.experiment_id), value: t(`part.${change.what as 'name'}`) })}
                </span>
                <span className="truncate text-mute line-through" title={change.before}>
                  {change.before}
                </span>
                <span className="truncate" title={change.after}>
                  {change.after}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Words({ verdict }: { verdict: Verdict }) {
  const t = useT('evaluation')
  const { difference, interval, smallest_visible: smallest } = verdict
  return (
    <span className="min-w-0 text-small text-mute">
      <Tag tone={tones[verdict.verdict]}>{t(`verdict.${verdictWords[verdict.verdict]}`)}</Tag>{' '}
      {difference !== undefined && t('verdict.difference', { value: shownScore(difference) })}{' '}
      {interval && t('mean.interval', { low: shownScore(interval.low), high: shownScore(interval.high) })}{' '}
      {smallest !== undefined &&
        t('verdict.smallest', { rows: formatNumber(verdict.pairs), value: shownScore(smallest) })}
    </span>
  )
}

function ComparedRows({ rows, found, reportId }: { rows: Experiment[]; found: Comparison; reportId: string }) {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/compare' })
  const { change: chosen } = useSearch({ from })
  const shown = changes.find((one) => one === chosen) ?? 'all'
  const setShown = (value: (typeof changes)[number]) =>
    void navigate({ search: (before) => ({ ...before, change: value === 'all' ? undefined : value }), replace: true })
  const [openId, setOpenId] = useState<string | undefined>()
  const evaluator = found.evaluators[0]
  const query = useInfiniteQuery(
    resultsQuery(space.id, {
      ids: rows.map(({ id }) => id),
      change: shown === 'all' ? undefined : (shown satisfies Change),
      changeEvaluatorId: evaluator?.evaluator_id,
    }),
  )
  const pages = query.data?.pages.map(({ item_results }) => item_results) ?? []
  const items = pages.flat()
  const open = items.find(({ item_id }) => item_id === openId)
  return (
    <>
      <FilterBar>
        <Select
          prefix={t('rows.show')}
          items={changes.map((value) => ({ value, label: t(`change.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      </FilterBar>
      <PagedTable
        query={query}
        failed={t('rows.failedToLoad')}
        empty={<EmptyState icon={GitCompare} title={t('rows.empty')} text={t('rows.emptyText')} />}
        {...(shown !== 'all' && { noMatch: { onClear: () => setShown('all') } })}
        label={t('tab.rows')}
        size="two"
        columns={[...useCompareColumns(rows), ...usePeopleColumns(space.id, reportId, rows[0]!.id, pages)]}
        rows={items}
        rowKey={({ item_id }) => item_id}
        rowName={({ item_index }) => t('row.title', { number: item_index })}
        onOpen={({ item_id }) => setOpenId(item_id)}
      />
      {open && (
        <RowSheet key={openId} spaceId={space.id} experiments={rows} row={open} onClose={() => setOpenId(undefined)} />
      )}
    </>
  )
}

function useCompareColumns(rows: Experiment[]): Column<ResultRow>[] {
  const t = useT('evaluation')
  const payload = (row: ResultRow, id: string) =>
    row.turn_results[0]?.experiment_results.find(({ experiment_id }) => experiment_id === id)?.payload
  return [
    { id: 'number', head: t('column.number'), width: 64, cell: ({ item_index }) => item_index },
    {
      id: 'input',
      head: t('row.input'),
      cell: (row) => <ContentCell content={payload(row, rows[0]!.id)?.eval_set.turn.field_data_list[0]?.content} />,
    },
    ...rows.map((experiment): Column<ResultRow> => ({
      id: experiment.id,
      head: experiment.name,
      cell: (row) => {
        const found = payload(row, experiment.id)
        const score = found?.evaluator_output.weighted_score
        const before = payload(row, rows[0]!.id)?.evaluator_output.weighted_score
        const delta = score === undefined || before === undefined || experiment === rows[0] ? 0 : score - before
        const output =
          found?.target_output.eval_target_record?.eval_target_output_data.output_fields['actual_output']?.text
        return (
          <span className="block min-w-0">
            <span className="block truncate">{found?.system_info.error?.message ?? output}</span>
            <span className="block text-small text-mute tabular-nums">
              {score === undefined ? '–' : shownScore(score)}{' '}
              {Math.abs(delta) > SAME && (
                <span className={delta > 0 ? 'text-ok' : 'text-err'}>
                  {delta > 0 ? '+' : '−'}
                  {shownScore(Math.abs(delta))}
                </span>
              )}
            </span>
          </span>
        )
      },
    })),
  ]
}
