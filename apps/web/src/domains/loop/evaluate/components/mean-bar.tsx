import { useT } from '#lib/i18n.ts'

interface MeanBarProps {
  mean: number | undefined
  interval?: { low: number; high: number } | undefined
}
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
export const shownScore = (value: number): string => value.toFixed(3).replace(/\.?0+$/, '') || '0'

/** A mean from 0 to 1 with its confidence interval, as a bar and in figures. */
export function MeanBar({ mean, interval }: MeanBarProps) {
  const t = useT('evaluation')
  if (mean === undefined) return <span className="text-mute">{t('mean.none')}</span>
  return (
    <span className="flex min-w-0 items-center gap-2 tabular-nums">
      <span className="relative h-2 min-w-16 flex-1 overflow-hidden rounded-full bg-hover" aria-hidden>
        <span className="absolute inset-y-0 left-0 bg-brand-solid" style={{ width: percent(mean) }} />
        {interval && (
          <span
            className="absolute inset-y-0 border-x border-ink bg-ink/20"
            style={{ left: percent(interval.low), width: percent(Math.max(0.005, interval.high - interval.low)) }}
          />
        )}
      </span>
      <span className="shrink-0">
        {shownScore(mean)}
        {interval && (
          <span className="ml-1 text-small text-mute">
            {t('mean.interval', { low: shownScore(interval.low), high: shownScore(interval.high) })}
          </span>
        )}
      </span>
    </span>
  )
}
