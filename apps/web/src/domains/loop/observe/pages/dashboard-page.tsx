import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { chartsQuery, marksQuery, refreshCharts } from '../chart.queries.ts'
import { ChartDialog } from '../components/chart-dialog.tsx'
import { CustomCharts } from '../components/custom-charts.tsx'
import { DashboardCharts } from '../components/dashboard-charts.tsx'
import { DashboardFigures } from '../components/dashboard-figures.tsx'
import { DashboardTables } from '../components/dashboard-tables.tsx'
import { dashboardQuery } from '../observe.queries.ts'
import { timesOf, traceRanges } from '../trace-address.ts'

/** The choice of all apps. No id or service name is blank. */
const allApps = ' '
const scenes = ['any', 'debug', 'online', 'task'] as const

/** The dashboard of a space: its figures over time, by app and by model. */
export function DashboardPage() {
  const t = useT('observe')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/observe/dashboards' })
  const search = useSearch({ from: '/signed/space/$space_id/observe/dashboards' })
  const range = traceRanges.find((value) => value === search.range) ?? 'week'
  const scene = scenes.find((value) => value === search.scene) ?? 'any'
  const app = search.app ?? ''
  const [now, setNow] = useState(() => Date.now())
  const [isAdding, setAdding] = useState(false)
  const times = timesOf({ range, part: '' }, now)
  const { data: charts = [] } = useQuery(chartsQuery(space.id))
  const { data: marks = [], refetch: refetchMarks } = useQuery(marksQuery(space.id, times, app))
  const query = useQuery(
    dashboardQuery(space.id, {
      ...times,
      ...(app && { object: app }),
      ...(scene !== 'any' && { scene }),
    }),
  )
  // Times are rounded to minutes: within a minute the query key does not change, so refetch explicitly.
  const refresh = () => {
    setNow(Date.now())
    void query.refetch()
    void refetchMarks()
    void refreshCharts(space.id)
  }
  const set = (change: Partial<Record<'range' | 'app' | 'scene', string>>) =>
    void navigate({ search: { ...search, ...change }, replace: true })
  const { data } = query
  const apps = data?.objects.map(({ object, name }) => ({ value: object, label: name })) ?? []
  const chosen = app && !apps.some(({ value }) => value === app) ? [{ value: app, label: app }] : []
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('dashboard')}
        note={t('dashboard.note')}
        actions={
          <>
            <Select
              prefix={t('app')}
              items={[{ value: allApps, label: t('app.all') }, ...apps, ...chosen]}
              value={app || allApps}
              onChange={(value) => set({ app: value === allApps ? '' : value })}
            />
            <Select
              prefix={t('scene')}
              items={scenes.map((value) => ({ value, label: t(`scene.${value}`) }))}
              value={scene}
              onChange={(value) => set({ scene: value })}
            />
            <Select
              prefix={t('range')}
              items={traceRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={range}
              onChange={(value) => set({ range: value })}
            />
            <IconButton icon={RotateCw} label={t('refresh')} onClick={refresh} />
            <Button icon={Plus} onClick={() => setAdding(true)}>
              {t('chart.add')}
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-page">
        {query.error && !data ? (
          <FailedPage title={t('dashboard.failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : !data ? (
          <Skeleton className="m-5 h-64" />
        ) : data.totals.runs === 0 && data.before.runs === 0 ? (
          <EmptyState icon={ChartColumn} title={t('dashboard.empty')} text={t('dashboard.empty.text')} />
        ) : (
          <div className="flex flex-col gap-3 p-5 max-sm:p-3">
            <DashboardFigures {...data} />
            <DashboardCharts {...data} marks={marks} />
            <CustomCharts spaceId={space.id} charts={charts} times={times} marks={marks} />
            <DashboardTables {...data} />
          </div>
        )}
      </div>
      {isAdding && <ChartDialog spaceId={space.id} times={times} onClose={() => setAdding(false)} />}
    </div>
  )
}
