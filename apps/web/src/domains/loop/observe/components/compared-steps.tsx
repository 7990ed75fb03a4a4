import { useMemo } from 'react'
import type { TraceSpan } from '#domains/chat/trace/index.ts'
import { cn } from '#lib/class-names.ts'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { compareSteps } from '../compare-steps.ts'
import { Change } from './compared-figures.tsx'

/** More steps are not readable side by side. */
const MAX_SHOWN = 500
const FAILED = 2

/** The steps of two traces, with paired steps side by side. */
export function ComparedSteps({ left, right }: { left: readonly TraceSpan[]; right: readonly TraceSpan[] }) {
  const t = useT('observe')
  const steps = useMemo(() => compareSteps(left, right), [left, right])
  const longest = Math.max(1, ...[...left, ...right].map(({ duration_ms }) => duration_ms))
  const hidden = steps.length - MAX_SHOWN
  return (
    <>
      <table aria-label={t('compare.steps')} className="w-full shrink-0 table-fixed border-t border-line text-small">
        <thead>
          <tr className="h-8 bg-page text-mute">
            <th scope="col" className="w-[34%] px-5 text-left font-normal">
              {t('compare.step')}
            </th>
            <th scope="col" className="px-3 text-left font-normal">
              {t('compare.left')}
            </th>
            <th scope="col" className="px-3 text-left font-normal">
              {t('compare.right')}
            </th>
            <th scope="col" className="w-24 px-5 text-right font-normal max-md:w-20 max-md:px-3">
              {t('compare.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.slice(0, MAX_SHOWN).map(({ id, level, left: own, right: other }) => (
            <tr key={id} className="h-8 border-t border-line">
              <th
                scope="row"
                className="truncate px-5 text-left font-medium"
                style={{ paddingLeft: `${20 + level * 16}px` }}
              >
                <span data-user-text>{(own ?? other)!.name}</span>
              </th>
              <DurationCell span={own} longest={longest} />
              <DurationCell span={other} longest={longest} />
              <td className="px-5 text-right tabular-nums">
                {own && other ? <Change from={Math.round(own.duration_ms)} to={Math.round(other.duration_ms)} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="px-5 py-2 text-small text-mute">
          {t('compare.more', { count: hidden, total: formatNumber(hidden) })}
        </p>
      )}
    </>
  )
}

function DurationCell({ span, longest }: { span: TraceSpan | undefined; longest: number }) {
  const t = useT('observe')
  if (!span) return <td className="px-3 text-mute">{t('compare.absent')}</td>
  const isFailed = span.status === FAILED
  return (
    <td className="px-3">
      <span className="flex items-center gap-2 tabular-nums">
        <span aria-hidden className="h-2 min-w-0 flex-1 rounded-full bg-track max-md:hidden">
          <span
            className={cn('block h-full rounded-full', isFailed ? 'bg-err-solid' : 'bg-brand')}
            style={{ width: `${Math.max(1, (span.duration_ms / longest) * 100)}%` }}
          />
        </span>
        <span className={cn('w-20 shrink-0 text-right max-md:w-auto max-md:shrink', isFailed && 'text-err')}>
          {formatDuration(span.duration_ms)}
          {isFailed && <span className="sr-only"> {t('status.error')}</span>}
        </span>
      </span>
    </td>
  )
}
