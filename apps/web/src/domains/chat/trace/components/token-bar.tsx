import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { TraceSpan } from '../trace.queries.ts'

/** The usage of a model call: cached, new and output tokens, with cost and speed. */
export function TokenBar({ span }: { span: TraceSpan }) {
  const t = useT('trace')
  const { input_tokens: input, output_tokens: output, cached_tokens: cached, duration_ms: ms, cost } = span
  const total = input + output
  if (total === 0) return null
  const parts = [
    { name: t('token.cached'), count: Math.min(cached, input), colour: 'var(--c2)' },
    { name: t('token.fresh'), count: Math.max(0, input - cached), colour: 'var(--c1)' },
    { name: t('token.out'), count: output, colour: 'var(--c3)' },
  ].filter(({ count }) => count > 0)
  const speed = output > 0 && ms > 0 ? t('token.speed', { count: Math.round(output / (ms / 1000)) }) : ''
  return (
    <div className="text-small">
      <p className="flex justify-between tabular-nums">
        <span className="font-semibold">{t('token.total', { count: total, total: formatNumber(total) })}</span>
        <span className="text-mute">{[cost > 0 ? formatMoney(cost) : '', speed].filter(Boolean).join(' · ')}</span>
      </p>
      <div aria-hidden className="my-1.5 flex h-2 gap-px overflow-hidden rounded-full">
        {parts.map(({ name, count, colour }) => (
          <span key={name} style={{ width: `${(count / total) * 100}%`, background: colour }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 text-mute tabular-nums">
        {parts.map(({ name, count, colour }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-full" style={{ background: colour }} />
            {name} {formatNumber(count)}
          </li>
        ))}
      </ul>
    </div>
  )
}
