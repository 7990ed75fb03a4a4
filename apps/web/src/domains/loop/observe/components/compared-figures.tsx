import { cn } from '#lib/class-names.ts'
import { formatDuration, formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { TraceHead } from '../observe.queries.ts'

type FigureName = 'latency' | 'first' | 'tokensIn' | 'tokensOut' | 'cost' | 'spans' | 'failed'
const figures: readonly { name: FigureName; of: (trace: TraceHead) => number; shown: (value: number) => string }[] = [
  { name: 'latency', of: (trace) => trace.duration_ms, shown: formatDuration },
  { name: 'first', of: (trace) => trace.first_token_ms, shown: (ms) => (ms > 0 ? formatDuration(ms) : '–') },
  { name: 'tokensIn', of: (trace) => trace.input_tokens, shown: formatNumber },
  { name: 'tokensOut', of: (trace) => trace.output_tokens, shown: formatNumber },
  { name: 'cost', of: (trace) => trace.cost, shown: formatMoney },
  { name: 'spans', of: (trace) => trace.span_count, shown: formatNumber },
  { name: 'failed', of: (trace) => trace.failed_count, shown: formatNumber },
]

/** The figures of two traces, and how far the right one differs from the left one. */
export function ComparedFigures({ left, right }: { left: TraceHead; right: TraceHead }) {
  const t = useT('observe')
  return (
    <table aria-label={t('compare.figures')} className="w-full shrink-0 table-fixed text-small">
      <thead>
        <tr className="h-8 bg-page text-mute">
          {['compare.figure', 'compare.left', 'compare.right', 'compare.change'].map((key, index) => (
            <th key={key} scope="col" className={cn('px-5 font-normal', index ? 'text-right' : 'text-left')}>
              {t(key as 'compare.figure')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, of, shown }) => (
          <tr key={name} className="h-8 border-t border-line tabular-nums">
            <th scope="row" className="px-5 text-left font-normal">
              {t(`compare.${name}`)}
            </th>
            <td className="px-5 text-right">{shown(of(left))}</td>
            <td className="px-5 text-right">{shown(of(right))}</td>
            <td className="px-5 text-right">
              <Change from={of(left)} to={of(right)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For all of these figures, less is better. */
export function Change({ from, to }: { from: number; to: number }) {
  if (from === to) return <span className="text-mute">–</span>
  const isMore = to > from
  const words = from === 0 ? '' : formatPercent(Math.abs(to - from) / from)
  return (
    <span className={isMore ? 'text-err' : 'text-ok'}>
      {isMore ? '+' : '−'}
      {words || formatNumber(Math.abs(Math.round((to - from) * 10_000) / 10_000))}
    </span>
  )
}
