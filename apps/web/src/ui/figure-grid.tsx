export interface FigureCell {
  label: string
  value: string
  note: string
  /** How it went over the time, drawn below. */
  points?: readonly number[]
}

/** Figures at a glance, each with a note below it. */
export function FigureGrid({ figures }: { figures: readonly FigureCell[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] overflow-hidden rounded-lg border border-line bg-card">
      {figures.map(({ label, value, note, points }) => (
        <div key={label} className="-mb-px -ml-px border-b border-l border-line px-4 py-3">
          <dt className="text-small text-mute">{label}</dt>
          <dd className="truncate text-figure font-semibold tabular-nums">{value}</dd>
          <dd className="min-h-4.5 truncate text-small text-mute">{note}</dd>
          {points && points.length > 1 && (
            <dd aria-hidden className="mt-1.5">
              <SparkLine points={points} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function SparkLine({ points }: { points: readonly number[] }) {
  const most = Math.max(...points, 0)
  const place = (value: number, index: number) =>
    `${((index / (points.length - 1)) * 100).toFixed(1)},${(22 - (most > 0 ? value / most : 0) * 20).toFixed(1)}`
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-full">
      <polyline
        points={points.map(place).join(' ')}
        fill="none"
        stroke="var(--c1)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
