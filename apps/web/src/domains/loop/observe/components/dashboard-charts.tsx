import { Bars, Lines } from '#domains/chat/trace/index.ts'
import { useT } from '#lib/i18n.ts'
import { labelsOf, marksOn } from '../chart-labels.ts'
import type { ReleaseMark } from '../chart.queries.ts'
import type { Dashboard } from '../observe.queries.ts'

const colours = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)']
/** Four charts over time: traffic by app, latency, failures, tokens. */
export function DashboardCharts({
  buckets,
  bucket_ms: width,
  objects,
  marks,
}: Dashboard & { marks: readonly ReleaseMark[] }) {
  const t = useT('observe')
  const times = buckets.map(({ at }) => at)
  const labels = labelsOf(times, width)
  const lines = marksOn(marks, times, width)
  const shown = objects.slice(0, colours.length)
  const rows = buckets.map((bucket, index) => ({
    label: labels[index]!,
    ...Object.fromEntries(shown.map(({ object }, index) => [`o${index}`, bucket.by_object[object] ?? 0])),
    other: bucket.by_object[''] ?? 0,
    failed: bucket.failed,
    // Without runs the latency is undefined rather than 0.
    ...(bucket.runs > 0 && {
      p50: Math.round(bucket.p50_ms),
      p95: Math.round(bucket.p95_ms),
      p99: Math.round(bucket.p99_ms),
    }),
    cached: bucket.cached_tokens,
    input: Math.max(0, bucket.input_tokens - bucket.cached_tokens),
    output: bucket.output_tokens,
  }))
  const hasOthers = rows.some(({ other }) => other > 0)
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-3 max-lg:grid-cols-1">
      <Bars
        rows={rows}
        marks={lines}
        title={t('chart.runs')}
        series={[
          ...shown.map(({ name }, index) => ({ key: `o${index}`, name, colour: colours[index]! })),
          ...(hasOthers ? [{ key: 'other', name: t('chart.other'), colour: 'var(--c5)' }] : []),
        ]}
      />
      <Lines
        rows={rows}
        marks={lines}
        title={t('chart.latency')}
        note="ms"
        series={[
          { key: 'p50', name: 'p50', colour: 'var(--c5)' },
          { key: 'p95', name: 'p95', colour: 'var(--c1)' },
          { key: 'p99', name: 'p99', colour: 'var(--c4)' },
        ]}
      />
      <Bars
        rows={rows}
        marks={lines}
        title={t('chart.errors')}
        series={[{ key: 'failed', name: t('status.error'), colour: 'var(--err-solid)' }]}
      />
      <Bars
        rows={rows}
        marks={lines}
        title={t('chart.tokens')}
        series={[
          { key: 'cached', name: t('chart.cached'), colour: 'var(--c2)' },
          { key: 'input', name: t('chart.in'), colour: 'var(--c1)' },
          { key: 'output', name: t('chart.out'), colour: 'var(--c3)' },
        ]}
      />
    </div>
  )
}
