import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Overview } from '../observe.queries.ts'
import { type Condition, hasValue, latencyBands, toggleValue } from '../trace-address.ts'

interface TraceFacetsProps {
  overview: Overview | undefined
  conditions: readonly Condition[]
  onChange: (conditions: Condition[]) => void
}
const statusWords = { '1': 'success', '2': 'error', '3': 'broken' } as const
const dots = { success: 'bg-ok-solid', error: 'bg-err-solid', broken: 'bg-mute' } as const

/** The frequent values of traces, by which the list can be filtered. */
export function TraceFacets({ overview, conditions, onChange }: TraceFacetsProps) {
  const t = useT('observe')
  if (!overview) return null
  const statuses = overview.status.flatMap(({ value, count }) => {
    const word = statusWords[value as keyof typeof statusWords]
    return word ? [{ value: word, name: t(`status.${word}`), count, dot: dots[word] }] : []
  })
  const latencies = latencyBands.flatMap((value) => {
    const found = overview.latency.find((one) => one.value === value)
    return found ? [{ value, name: t(`band.${value}`), count: found.count }] : []
  })
  const shared = { conditions, onChange }
  return (
    <aside aria-label={t('facets')} className="w-46 shrink-0 overflow-y-auto border-r border-line max-lg:hidden">
      <Facet title={t('status')} field="status" items={statuses} {...shared} />
      <Facet title={t('app')} field="object" items={overview.objects} {...shared} />
      <Facet
        title={t('error')}
        field="error_message"
        items={overview.errors.filter(({ value }) => value)}
        {...shared}
      />
      <Facet title={t('latency')} field="latency_band" items={latencies} {...shared} />
    </aside>
  )
}

interface FacetItem {
  value: string
  name: string
  count: number
  dot?: string
}
interface FacetProps extends Omit<TraceFacetsProps, 'overview'> {
  title: string
  field: string
  items: readonly FacetItem[]
}

function Facet({ title, field, items, conditions, onChange }: FacetProps) {
  const t = useT('observe')
  const [isFolded, setFolded] = useState(false)
  if (items.length === 0) return null
  const most = Math.max(...items.map(({ count }) => count))
  const chosen = items.filter(({ value }) => hasValue(conditions, field, value)).length
  return (
    <div role="group" aria-label={title} className="border-b border-line px-4 py-3">
      <h2 className="flex items-center text-small">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-xs text-left font-medium"
        >
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} className="text-mute" />
          {title}
        </button>
        {chosen > 0 && (
          <span className="text-caption text-mute tabular-nums">
            {t('facet.chosen', { chosen, total: items.length })}
          </span>
        )}
      </h2>
      {!isFolded && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {items.map((item) => (
            <li key={item.value} className="flex items-center gap-2 text-small">
              <Checkbox
                checked={hasValue(conditions, field, item.value)}
                onChange={() => onChange(toggleValue(conditions, field, item.value))}
                className="min-w-0 flex-1"
              >
                <FacetName item={item} share={item.count / most} />
              </Checkbox>
              <span className="text-mute tabular-nums">{formatNumber(item.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FacetName({ item, share }: { item: FacetItem; share: number }) {
  return (
    <span className="relative flex w-26 min-w-0 items-center gap-1.5 px-1 text-small">
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 rounded-xs bg-track"
        style={{ width: `${share * 100}%` }}
      />
      {item.dot && <span aria-hidden className={cn('relative size-2 shrink-0 rounded-full', item.dot)} />}
      <span className="relative truncate">{item.name}</span>
    </span>
  )
}
