import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  type LogAddress,
  type Range,
  rangeMillis,
  ranges,
  readLogAddress,
  toFilter,
  writeLogAddress,
} from '../log-filter.ts'
import { fillBuckets, stepOf } from '../buckets.ts'
import { aggregateQuery } from '../trace.queries.ts'
import { FigureRow } from './figure-row.tsx'
import { ErrorCauses } from './error-causes.tsx'

const Charts = lazy(() => import('./charts.tsx').then((module) => ({ default: module.Charts })))

/** Usage, tokens, latency and errors of a bot over time. */
export function AnalysePanel({ botId }: { botId: string }) {
  const t = useT('trace')
  const navigate = useNavigate({ from: '/space/$space_id/bot/$bot_id/analyse' })
  const address = readLogAddress(useSearch({ from: '/signed/space/$space_id/bot/$bot_id/analyse' }))
  const [now] = useState(() => Date.now())
  const step = stepOf(address.range)
  const filter = toFilter(address, now)
  const query = useQuery({ ...aggregateQuery(botId, filter, step), refetchInterval: 60_000 })
  const set = (change: Partial<LogAddress>) =>
    void navigate({ search: writeLogAddress({ ...address, ...change }), replace: true })
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const { data } = query
  const buckets = data ? fillBuckets(data.buckets, now - rangeMillis[address.range], now, step) : []
  return (
    <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 pb-5', data?.totals.count === 0 && 'flex flex-col')}>
      <div className="flex min-h-13 flex-wrap items-center gap-2 py-2.5">
        <RangeSelect value={address.range} onChange={(range) => set({ range })} />
        <Select
          prefix={t('scene')}
          items={(['any', 'debug', 'online', 'task'] as const).map((value) => ({ value, label: t(`scene.${value}`) }))}
          value={address.scene}
          onChange={(scene) => set({ scene })}
        />
      </div>
      {!data && <Skeleton className="h-100" />}
      {data && data.totals.count === 0 && (
        <EmptyState icon={ChartLine} title={t('analyse.empty')} text={t('analyse.empty.text')} />
      )}
      {data && data.totals.count > 0 && (
        <>
          <FigureRow totals={data.totals} />
          <Suspense fallback={<Skeleton className="h-100" />}>
            <Charts buckets={buckets} step={step} />
          </Suspense>
          <ErrorCauses errors={data.errors} />
        </>
      )}
    </div>
  )
}

export function RangeSelect({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  const t = useT('trace')
  return (
    <Segmented
      label={t('range')}
      items={ranges.map((range) => ({ value: range, label: t(`range.${range}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}
