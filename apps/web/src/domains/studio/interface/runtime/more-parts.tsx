import { inWords } from '@orrery/engine/interface'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'

type Props = Record<string, unknown>
const MOST_ITEMS = 500
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [])
const fieldOf = (item: unknown, field: string): unknown =>
  field && typeof item === 'object' && item !== null && Object.hasOwn(item, field)
    ? (item as Record<string, unknown>)[field]
    : item

/** Shows one part at a time, selected by tabs. */
export function TabbedParts({ props, parts }: { props: Props; parts: readonly ReactNode[] }) {
  const t = useT('interface')
  const [at, setAt] = useState(0)
  const id = useId()
  const labels = listOf(props['labels']).map(inWords)
  const shown = Math.min(at, Math.max(0, parts.length - 1))
  const step = (by: number) => setAt((shown + by + parts.length) % parts.length)
  return (
    <div>
      <div role="tablist" className="mb-3 flex flex-wrap gap-1 border-b border-line">
        {parts.map((_, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            className={cn(
              '-mb-px border-b-2 px-3 py-2',
              index === shown ? 'border-brand font-medium' : 'border-transparent',
            )}
            onClick={() => setAt(index)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') step(1)
              if (event.key === 'ArrowLeft') step(-1)
            }}
          >
            {labels[index] || t('tab.name', { n: index + 1 })}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {parts[shown]}
      </div>
    </div>
  )
}
export function Media({ kind, src, label }: { kind: string; src: string; label: string }) {
  if (!src) return <div className="h-16 rounded-md border border-dashed border-line" />
  return kind === 'audio' ? (
    <audio controls src={src} aria-label={label} className="w-full" />
  ) : (
    <video controls src={src} aria-label={label} className="max-w-full rounded-md" />
  )
}
export function ValueList({ props }: { props: Props }) {
  const items = listOf(props['items'])
  if (items.length === 0) return <p className="text-mute">{inWords(props['empty'])}</p>
  const field = inWords(props['field'])
  return (
    <ul className="list-disc pl-6">
      {items.map((item, index) => (
        <li key={index} className="wrap-anywhere">
          {inWords(fieldOf(item, field))}
        </li>
      ))}
    </ul>
  )
}
/** Bars with their names and values as text, for screen readers. */
export function BarChart({ props, name }: { props: Props; name: string }) {
  const bars = listOf(props['items']).map((item) => ({
    name: inWords(fieldOf(item, inWords(props['nameField']))),
    value: Number(fieldOf(item, inWords(props['valueField']))) || 0,
  }))
  if (bars.length === 0) return <p className="text-mute">{inWords(props['empty'])}</p>
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  return (
    <figure>
      <figcaption className="mb-2 font-medium">{inWords(props['label']) || name}</figcaption>
      <ul className="flex flex-col gap-1">
        {bars.map((bar, index) => (
          <li key={index} className="flex items-center gap-2">
            <span className="w-28 shrink-0 truncate text-right text-mute">{bar.name}</span>
            <span className="min-w-0 flex-1">
              <span
                aria-hidden
                className="block h-4 rounded-sm bg-brand"
                style={{ width: `${(Math.abs(bar.value) / most) * 100}%` }}
              />
            </span>
            <span className="w-16 shrink-0 tabular-nums">{bar.value}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
