interface IntervalBarProps {
  lower: number
  score: number
  upper: number
  low: number
  high: number
  label: string
}

/** A score with its confidence interval. */
export function IntervalBar({ lower, score, upper, low, high, label }: IntervalBarProps) {
  const at = (value: number) => `${((value - low) / Math.max(1e-9, high - low)) * 100}%`
  return (
    <span role="img" aria-label={label} className="relative block h-4 w-full min-w-24">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <span
        className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-brand-soft ring-1 ring-brand/40"
        style={{ left: at(lower), right: `calc(100% - ${at(upper)})` }}
      />
      <span
        className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-brand-solid"
        style={{ left: at(score) }}
      />
    </span>
  )
}
