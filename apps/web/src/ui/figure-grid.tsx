import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { Icon } from './icon.tsx'

export interface FigureCell {
  label: string
  value: string
  note: string
  /** The development over time, drawn below. */
  points?: readonly number[]
  colour?: string
  /** Shown beside the value: the change, and whether it is good or bad. */
  change?: { text: string; isUp: boolean; tone: 'good' | 'bad' | 'neutral' }
}
const tones = { good: 'text-ok', bad: 'text-err', neutral: 'text-mute' }

const CELL_REM = 8.5
/** The width of a figure: all in one row if they fit, else in two even rows, else as many per row as fit. */
function cellWidth(count: number): string {
  const [least, half] = [`${CELL_REM}rem`, `${100 / Math.ceil(count / 2)}%`]
  // Negative if all of them fit, otherwise very large.
  const tooNarrow = `(${count * CELL_REM}rem - 100%) * 999`
  return `min(max(${half}, ${least}), max(${least}, ${tooNarrow}))`
}

/** Figures with notes below them. The figures of the last row share its width, so that no cell stays empty. */
export function FigureGrid({ figures }: { figures: readonly FigureCell[] }) {
  const flexBasis = cellWidth(figures.length)
  return (
    <dl className="flex flex-wrap overflow-hidden rounded-lg border border-line bg-card">
      {figures.map(({ label, value, note, points, colour, change }) => (
        <div
          key={label}
          className="-mb-px -ml-px min-w-0 grow border-b border-l border-line px-4 py-3"
          style={{ flexBasis }}
        >
          <dt className="text-small text-mute">{label}</dt>
          <dd className="flex items-baseline gap-2 truncate text-figure font-semibold tabular-nums">
            {value}
            {change && (
              <span className={cn('inline-flex items-center text-small font-normal', tones[change.tone])}>
                <Icon of={change.isUp ? ArrowUpRight : ArrowDownRight} size={12} />
                {change.text}
              </span>
            )}
          </dd>
          <dd className="min-h-4.5 truncate text-small text-mute">{note}</dd>
          {points && points.length > 1 && (
            <dd aria-hidden className="mt-1.5">
              <SparkLine points={points} colour={colour} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function SparkLine({ points, colour = 'var(--c1)' }: { points: readonly number[]; colour?: string | undefined }) {
  const most = Math.max(...points, 0)
  const place = (value: number, index: number) =>
    `${((index / (points.length - 1)) * 100).toFixed(1)},${(22 - (most > 0 ? value / most : 0) * 20).toFixed(1)}`
  const line = points.map(place).join(' ')
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-full">
      <polygon points={`0,24 ${line} 100,24`} fill={colour} opacity={0.12} />
      <polyline points={line} fill="none" stroke={colour} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
