export interface FigureCell {
  label: string
  value: string
  note: string
}

/** Figures at a glance, each with a note below it. */
export function FigureGrid({ figures }: { figures: readonly FigureCell[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] overflow-hidden rounded-lg border border-line bg-card">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="-mb-px -ml-px border-b border-l border-line px-4 py-3">
          <dt className="text-small text-mute">{label}</dt>
          <dd className="truncate text-figure font-semibold tabular-nums">{value}</dd>
          <dd className="min-h-4.5 truncate text-small text-mute">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
