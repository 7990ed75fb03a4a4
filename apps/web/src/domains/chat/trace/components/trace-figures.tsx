import type { ReactNode } from 'react'
import { formatCount, formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { Trace } from '../trace.queries.ts'

export function TraceFigures({ trace, latencyNote }: { trace: Trace; latencyNote?: string | undefined }) {
  const t = useT('trace')
  return (
    // Hides the line before the first figure of each row.
    <div className="shrink-0 overflow-hidden border-b border-line bg-card py-2 text-small">
      <dl className="-ml-px flex flex-wrap gap-y-2">
        <Figure label={t('latency')}>
          {formatDuration(trace.duration_ms)}
          {latencyNote && <span className="ml-1.5 font-normal text-mute">{latencyNote}</span>}
        </Figure>
        <Figure label={t('firstToken')}>{trace.first_token_ms > 0 ? formatDuration(trace.first_token_ms) : '–'}</Figure>
        <Figure label={t('tokens')}>
          {formatCount(trace.input_tokens)} / {formatCount(trace.output_tokens)}
        </Figure>
        <Figure label={t('cost')}>{formatMoney(trace.cost)}</Figure>
        <Figure label={t('spans')}>
          {formatNumber(trace.span_count)}
          {trace.failed_count > 0 && (
            <span className="ml-1.5 font-normal text-err">{t('failedCount', { count: trace.failed_count })}</span>
          )}
        </Figure>
        {trace.model_names && <Figure label={t('model')}>{trace.model_names}</Figure>}
      </dl>
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-20 border-l border-line px-4">
      <dt className="text-mute">{label}</dt>
      <dd className="truncate font-medium tabular-nums">{children}</dd>
    </div>
  )
}
