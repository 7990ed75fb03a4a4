import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatDuration, formatNumber, formatPercent, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { analyticsQuery, detailsQuery, type Range, ranges, type UsageRow } from '../developer.queries.ts'
import { DayBars } from './day-bars.tsx'

const rangeNames = Object.keys(ranges) as Range[]
const figures = [
  ['TotalRequests', formatCount],
  ['TotalSuccessfulRequests', formatCount],
  ['RequestSuccessRate', formatPercent],
  ['AverageResponeseTime', formatDuration],
  ['TotalConsumption', formatCount],
  ['AverageConsumption', formatCount],
] as const

/** The usage of the person's tokens: figures compared with the previous period, by day, by call and by bot. */
export function UsagePanel() {
  const t = useT('developer')
  const [range, setRange] = useState<Range>('week')
  const [by, setBy] = useState<'api' | 'bot'>('api')
  const { data, error, refetch } = useQuery(analyticsQuery(range))
  const details = useQuery(detailsQuery(range, by))
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const failures = data?.pictures['ErrorCodeDistribution']?.picture_data ?? []
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <FilterBar>
        <Segmented
          label={t('range')}
          items={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </FilterBar>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y border-line px-5 py-4">
        {figures.map(([key, format]) => {
          const picture = data?.pictures[key]
          return (
            <div key={key} className="flex flex-col">
              <dt className="text-small text-mute">{t(`figure.${key}`)}</dt>
              <dd className="text-figure font-semibold tabular-nums">{picture ? format(picture.total) : '–'}</dd>
              {picture && range !== 'all' && (
                <dd className="text-caption text-mute">{t('before', { figure: format(picture.last_total) })}</dd>
              )}
            </div>
          )
        })}
      </dl>
      {data && (
        <DayBars
          title={t('figure.TotalRequests')}
          points={data.pictures['TotalRequests']?.picture_data ?? []}
          isMonthly={range === 'all'}
        />
      )}
      {failures.length > 0 && (
        <p className="px-5 pb-3 text-small text-mute">
          {t('failures')}{' '}
          {failures.map(({ x_value: code, y_value: calls }) => `${code} × ${formatNumber(calls)}`).join(', ')}
        </p>
      )}
      <FilterBar>
        <Segmented
          label={t('by')}
          items={[
            { value: 'api', label: t('by.api') },
            { value: 'bot', label: t('by.bot') },
          ]}
          value={by}
          onChange={setBy}
        />
      </FilterBar>
      {details.data?.length === 0 ? (
        <p className="px-5 pb-5 text-mute">{t('usage.none')}</p>
      ) : (
        <UsageTable rows={details.data} by={by} />
      )}
    </div>
  )
}

function UsageTable({ rows, by }: { rows: readonly UsageRow[] | undefined; by: 'api' | 'bot' }) {
  const t = useT('developer')
  const number = (id: string, text: (row: UsageRow) => string): Column<UsageRow> => ({
    id,
    head: t(`column.${id}` as 'column.calls'),
    width: 112,
    align: 'end',
    cell: text,
  })
  const columns: Column<UsageRow>[] = [
    {
      id: 'name',
      head: t(`by.${by}`),
      cell: (row) => (by === 'api' ? <code>{row.name}</code> : <span data-user-text>{row.name}</span>),
    },
    number('calls', (row) => formatNumber(Number(row.request_count))),
    number('ok', (row) => formatNumber(Number(row.request_success_count))),
    number('time', (row) => formatDuration(Number(row.cost_time))),
    number('tokens', (row) => formatNumber(Number(row.total_token))),
    number('each', (row) => formatNumber(Number(row.single_token))),
    {
      id: 'last',
      head: t('column.last'),
      width: 140,
      cell: (row) => <DateTime at={fromSeconds(row.last_used_time)} className="text-mute" />,
    },
  ]
  return (
    <Table
      label={t('part.usage')}
      size="one"
      columns={columns}
      rows={rows ?? []}
      loading={rows ? 0 : 4}
      rowKey={(row) => row.name}
      rowName={(row) => row.name}
    />
  )
}
