import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatCount, formatDuration, formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { Trace } from '../trace.queries.ts'

/** Figures that a page knows in addition to the trace. */
export interface MoreFigures {
  /** Shown beside the latency: the usual latency. */
  usual?: { text: string; isSlower: boolean } | undefined
  cachedTokens?: number
  user?: string
}

export function TraceFigures({ trace, more = {} }: { trace: Trace; more?: MoreFigures | undefined }) {
  const { usual, cachedTokens = 0, user } = more
  const t = useT('trace')
  return (
    // Hides the line before the first figure of each row.
    <div className="shrink-0 overflow-hidden border-b border-line bg-card py-2 text-small">
      <dl className="-ml-px flex flex-wrap gap-y-2">
        <Figure label={t('latency')}>
          {formatDuration(trace.duration_ms)}
          {usual && (
            <span className={cn('ml-1.5 font-normal', usual.isSlower ? 'text-warn' : 'text-mute')}>{usual.text}</span>
          )}
        </Figure>
        <Figure label={t('firstToken')}>{trace.first_token_ms > 0 ? formatDuration(trace.first_token_ms) : '–'}</Figure>
        <Figure label={t('tokens')}>
          {formatCount(trace.input_tokens)} / {formatCount(trace.output_tokens)}
          {cachedTokens > 0 && trace.input_tokens > 0 && (
            <span className="ml-1.5 font-normal text-mute">
              {t('cachedShare', { share: formatPercent(cachedTokens / trace.input_tokens) })}
            </span>
          )}
        </Figure>
        <Figure label={t('cost')}>{formatMoney(trace.cost)}</Figure>
        <Figure label={t('spans')}>
          {formatNumber(trace.span_count)}
          {trace.failed_count > 0 && (
            <span className="ml-1.5 font-normal text-err">{t('failedCount', { count: trace.failed_count })}</span>
          )}
        </Figure>
        {user && <Figure label={t('user')}>{user}</Figure>}
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
