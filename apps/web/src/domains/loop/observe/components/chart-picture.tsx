import { useQuery } from '@tanstack/react-query'
import { Bars, Lines } from '#domains/chat/trace/index.ts'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { labelsOf, marksOn } from '../chart-labels.ts'
import { chartPointsQuery, type GivenChart, type ReleaseMark } from '../chart.queries.ts'

const colours = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)']
export interface ChartTimes {
  start_time: number
  end_time: number
}
interface ChartPictureProps {
  spaceId: string
  chart: GivenChart
  times: ChartTimes
  marks?: readonly ReleaseMark[]
  hasMenu?: boolean
}
const formats: Partial<Record<GivenChart['metric'], (value: number) => string>> = {
  error_rate: (value) => `${formatNumber(Math.round(value * 10) / 10)} %`,
  latency_p50: formatDuration,
  latency_p95: formatDuration,
  latency_p99: formatDuration,
  first_token_p95: formatDuration,
  model_latency_p95: formatDuration,
  cost: formatMoney,
}

/** Draws one chart, saved or unsaved. */
export function ChartPicture({ spaceId, chart, times, marks = [], hasMenu = false }: ChartPictureProps) {
  const t = useT('observe')
  const { title, ...asked } = chart
  const { data } = useQuery(chartPointsQuery(spaceId, times, asked))
  if (!data) return <Skeleton className="h-72" />
  const labels = labelsOf(data.times, data.bucket_ms)
  const rows = labels.map((label, index) => ({
    label,
    ...Object.fromEntries(data.curves.map(({ values }, at) => [`c${at}`, values[index] ?? undefined])),
  }))
  const nameOf = (key: string, name: string) => {
    if (key === 'other') return t('chart.other')
    if (chart.split === 'scene') return t(`scene.${name as 'debug' | 'online' | 'task'}`)
    return chart.split ? name || '–' : t(`metric.${chart.metric}`)
  }
  const series = data.curves.map(({ key, name }, at) => ({
    key: `c${at}`,
    name: nameOf(key, name),
    colour: colours[at]!,
  }))
  const Picture = chart.shape === 'bars' ? Bars : Lines
  return (
    <Picture
      rows={rows}
      title={title || t(`metric.${chart.metric}`)}
      note={t(`metric.${chart.metric}`)}
      series={series}
      marks={marksOn(marks, data.times, data.bucket_ms)}
      hasMenu={hasMenu}
      {...(formats[chart.metric] && { format: formats[chart.metric] })}
    />
  )
}
