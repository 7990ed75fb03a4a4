import type { ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { cn } from '#lib/class-names.ts'
import { formatCount, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { type Bucket, bucketLabel } from '../buckets.ts'
import type { Step } from '../trace.queries.ts'

interface Series {
  key: string
  name: string
  colour: string
}

const axis = { stroke: 'var(--mute)', fontSize: 11, tickLine: false, axisLine: false } as const
const height = 220
const midnight = ' 00:00'

/** Without runs the latency is undefined instead of 0. */
const latencyOf = (bucket: Bucket) => ({
  median: bucket.median_ms,
  p95: bucket.p95_ms,
  first: bucket.first_token_ms || undefined,
})

/** Four charts of the same period: traffic, latency, tokens, errors. */
export function Charts({ buckets, step }: { buckets: readonly Bucket[]; step: Step }) {
  const t = useT('trace')
  const rows = buckets.map((bucket) => ({
    label: bucketLabel(bucket.at, step),
    done: bucket.count - bucket.failed - bucket.stopped,
    stopped: bucket.stopped,
    failed: bucket.failed,
    ...(bucket.count > 0 && latencyOf(bucket)),
    input: bucket.input_tokens,
    output: bucket.output_tokens,
  }))
  const shared = { rows }
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 max-lg:grid-cols-1">
      <Bars
        {...shared}
        title={t('chart.runs')}
        series={[
          { key: 'done', name: t('done'), colour: 'var(--c1)' },
          { key: 'stopped', name: t('stopped'), colour: 'var(--c5)' },
          { key: 'failed', name: t('failedWord'), colour: 'var(--err-solid)' },
        ]}
      />
      <Lines
        {...shared}
        title={t('chart.latency')}
        note="ms"
        series={[
          { key: 'median', name: t('chart.median'), colour: 'var(--c5)' },
          { key: 'p95', name: t('chart.p95'), colour: 'var(--c1)' },
          { key: 'first', name: t('firstToken'), colour: 'var(--c2)' },
        ]}
      />
      <Bars
        {...shared}
        title={t('chart.tokens')}
        series={[
          { key: 'input', name: t('chart.in'), colour: 'var(--c2)' },
          { key: 'output', name: t('chart.out'), colour: 'var(--c3)' },
        ]}
      />
      <Bars
        {...shared}
        title={t('chart.errors')}
        series={[{ key: 'failed', name: t('failedWord'), colour: 'var(--err-solid)' }]}
      />
    </div>
  )
}

export interface ChartProps {
  title: string
  /** Formats amounts; without it values are counts. */
  format?: (value: number) => string
  note?: string
  series: readonly Series[]
  rows: readonly Record<string, string | number | undefined>[]
  /** Lines at buckets, with what happened then. */
  marks?: readonly { label: string; texts: readonly string[] }[]
  /** Leaves room for a menu in the corner. */
  hasMenu?: boolean
  /** Bars are side by side instead of stacked. */
  isGrouped?: boolean
}

export function Bars(props: ChartProps) {
  const { series, rows, format, isGrouped = false } = props
  return (
    <Frame {...props}>
      <BarChart data={[...rows]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        {gridOf(rows, 0, format)}
        {series.map(({ key, name, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={colour}
            {...(!isGrouped && { stackId: 'all' })}
            isAnimationActive={false}
            maxBarSize={32}
          />
        ))}
        {linesOf(props.marks)}
      </BarChart>
    </Frame>
  )
}

export function Lines(props: ChartProps) {
  const { series, rows, format } = props
  return (
    <Frame {...props}>
      <LineChart data={[...rows]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        {/* Padding, so that the points at both ends are not cut off. */}
        {gridOf(rows, 16, format)}
        {series.map(({ key, name, colour }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            stroke={colour}
            strokeWidth={1.75}
            // A value between two gaps has no line, so it needs a dot.
            dot={{ r: 2, fill: colour, strokeWidth: 0 }}
            connectNulls
            isAnimationActive={false}
          />
        ))}
        {linesOf(props.marks)}
      </LineChart>
    </Frame>
  )
}

/** For several days the axis has a tick at the start of each, labelled only with the date. */
function daysOf(rows: ChartProps['rows']) {
  const days = rows.flatMap(({ label }) => (typeof label === 'string' && label.endsWith(midnight) ? [label] : []))
  if (days.length < 2) return {}
  return { ticks: days, tickFormatter: (label: string) => label.replace(midnight, '') }
}
const gridOf = (rows: ChartProps['rows'], room: number, format?: (value: number) => string) => (
  <>
    <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="2 3" />
    {/* A larger margin, because the first label extends below the zero of the other axis. */}
    <XAxis
      dataKey="label"
      {...axis}
      {...daysOf(rows)}
      tickMargin={8}
      minTickGap={24}
      padding={{ left: room, right: room }}
    />
    <YAxis
      {...axis}
      width={44}
      niceTicks="snap125"
      tickFormatter={format ?? formatCount}
      allowDecimals={format !== undefined}
    />
    {tipOf(format)}
  </>
)
export const tipOf = (format?: (value: number) => string) => (
  <Tooltip
    isAnimationActive={false}
    cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
    formatter={(value) => (format ?? formatNumber)(Number(value))}
    contentStyle={{
      border: '1px solid var(--line)',
      borderRadius: 8,
      background: 'var(--raised)',
      color: 'var(--ink)',
      fontSize: 12,
    }}
  />
)
const linesOf = (marks: ChartProps['marks'] = []) =>
  marks.map(({ label, texts }) => (
    <ReferenceLine
      key={label}
      x={label}
      stroke="var(--mute)"
      strokeDasharray="3 3"
      label={{
        value: texts.length > 1 ? `${texts[0]} +${texts.length - 1}` : texts[0]!,
        position: 'insideTopRight',
        fontSize: 11,
        fill: 'var(--ink)',
      }}
    />
  ))

const cellText = (value: string | number | undefined, format?: (value: number) => string) =>
  typeof value === 'number' && format ? format(value) : (value ?? '–')

/** A chart card with title and legend, and a table as text alternative. */
export function Frame(props: ChartProps & { children: ReactNode }) {
  const { title, note, series, rows, format, marks = [], hasMenu, children } = props
  const textsAt = new Map(marks.map(({ label, texts }) => [label, texts.join(', ')]))
  return (
    <section aria-label={title} className="relative rounded-lg border border-line bg-card p-4">
      <header className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold">{title}</h2>
        {note && <span className="text-small text-mute">{note}</span>}
        <ul aria-hidden className={cn('ml-auto flex flex-wrap gap-x-3 text-small text-mute', hasMenu && 'mr-8')}>
          {series.map(({ key, name, colour }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className="size-2 rounded-full" style={{ background: colour }} />
              {name}
            </li>
          ))}
        </ul>
      </header>
      <div aria-hidden style={{ height }}>
        <ResponsiveContainer width="100%" height="100%">
          {children}
        </ResponsiveContainer>
      </div>
      {/* A table ignores sizes smaller than its rows, so a wrapper hides it. */}
      <div className="sr-only">
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row['label']}>
                <th scope="row">
                  {row['label']} {textsAt.get(String(row['label']))}
                </th>
                {series.map(({ key }) => (
                  <td key={key}>{cellText(row[key], format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
