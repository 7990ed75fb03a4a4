import { formatDate, formatNumber } from '#lib/format.ts'

interface DayBarsProps {
  title: string
  points: readonly { x_value: number; y_value: number }[]
  isMonthly: boolean
}

/** One bar for each day or month. Its figure is shown on hover and read by screen readers. */
export function DayBars({ title, points, isMonthly }: DayBarsProps) {
  const most = Math.max(1, ...points.map((point) => point.y_value))
  const nameOf = (at: number) => (isMonthly ? formatDate(at).slice(0, 7) : formatDate(at))
  return (
    <ol aria-label={title} className="flex h-28 items-end gap-0.5 px-5 py-3">
      {points.map(({ x_value: at, y_value: value }) => {
        const text = `${nameOf(at)}: ${formatNumber(value)}`
        return (
          <li key={at} title={text} className="flex h-full max-w-8 min-w-0.5 flex-1 items-end">
            <span className="sr-only">{text}</span>
            <span
              aria-hidden
              className="w-full rounded-t-xs bg-brand-solid"
              style={{ height: `${Math.max(value ? 4 : 1, (value / most) * 100)}%`, opacity: value ? 1 : 0.3 }}
            />
          </li>
        )
      })}
    </ol>
  )
}
