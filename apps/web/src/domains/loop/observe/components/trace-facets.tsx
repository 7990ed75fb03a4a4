import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { Overview } from '../observe.queries.ts'
import { type Condition, hasValue, toggleValue } from '../trace-address.ts'

interface TraceFacetsProps {
  overview: Overview | undefined
  conditions: readonly Condition[]
  onChange: (conditions: Condition[]) => void
}
const statusWords = { '1': 'success', '2': 'error', '3': 'broken' } as const

/** What the traces have in common, to narrow the list by. */
export function TraceFacets({ overview, conditions, onChange }: TraceFacetsProps) {
  const t = useT('observe')
  if (!overview) return null
  const statuses = overview.status.flatMap(({ value, count }) => {
    const word = statusWords[value as keyof typeof statusWords]
    return word ? [{ value: word, name: t(`status.${word}`), count }] : []
  })
  const shared = { conditions, onChange }
  return (
    <aside aria-label={t('facets')} className="w-52 shrink-0 overflow-y-auto border-r border-line py-2 max-lg:hidden">
      <Facet title={t('status')} field="status" items={statuses} {...shared} />
      <Facet title={t('app')} field="object" items={overview.objects} {...shared} />
      <Facet
        title={t('error')}
        field="error_message"
        items={overview.errors.filter(({ value }) => value)}
        {...shared}
      />
    </aside>
  )
}

interface FacetProps extends Omit<TraceFacetsProps, 'overview'> {
  title: string
  field: string
  items: readonly { value: string; name: string; count: number }[]
}

function Facet({ title, field, items, conditions, onChange }: FacetProps) {
  if (items.length === 0) return null
  const most = Math.max(...items.map(({ count }) => count))
  return (
    <fieldset className="flex flex-col gap-1.5 border-b border-line px-5 py-3 last:border-b-0">
      <legend className="float-left mb-1.5 w-full text-small font-medium">{title}</legend>
      {items.map(({ value, name, count }) => (
        <Checkbox
          key={value}
          checked={hasValue(conditions, field, value)}
          onChange={() => onChange(toggleValue(conditions, field, value))}
          className="min-w-0"
        >
          <span className="flex min-w-0 flex-1 gap-2 text-small">
            <span className="relative w-28 truncate px-1">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded-xs bg-track"
                style={{ width: `${(count / most) * 100}%` }}
              />
              <span className="relative">{name}</span>
            </span>
            <span className="ml-auto text-mute tabular-nums">{formatNumber(count)}</span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
