import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { FilterChip } from '#ui/filter-bar.tsx'
import { isFilterName } from '../filter-fields.ts'
import { type Condition, latencyBands, type TraceAddress } from '../trace-address.ts'

interface ConditionChipsProps {
  address: TraceAddress
  /** The name of a resource whose id a condition contains. */
  nameOf: (value: string) => string
  onChange: (change: Partial<TraceAddress>) => void
}
const facets = {
  status: 'status',
  object: 'app',
  error_message: 'error',
  feedback: 'rating',
  source: 'source',
  latency_band: 'latency',
} as const
const isFacet = (field: string): field is keyof typeof facets => field in facets
const words = ['success', 'error', 'broken'] as const

/** The active filters, each with a button that removes it. */
export function ConditionChips({ address, nameOf, onChange }: ConditionChipsProps) {
  const t = useT('observe')
  const { conditions, part } = address
  const fieldName = (field: string) =>
    isFilterName(field) ? t(`field.${field}`) : isFacet(field) ? t(facets[field]) : field
  const valueName = (field: string, value: string) => {
    const word = field === 'status' ? words.find((one) => one === value) : undefined
    if (word) return t(`status.${word}`)
    const band = field === 'latency_band' ? latencyBands.find((one) => one === value) : undefined
    if (band) return t(`band.${band}`)
    if (field === 'feedback') return value === '1' ? t('rating.like') : t('rating.dislike')
    return nameOf(value)
  }
  const said = ({ field, type, values }: Condition) =>
    [fieldName(field), t(`operator.${type}`), values.map((value) => valueName(field, value)).join(', ')]
      .filter(Boolean)
      .join(' ')
  const [from, to] = part.split('-').map(Number)
  return (
    <>
      {from && to ? (
        <FilterChip name={t('time')} onRemove={() => onChange({ part: '' })}>
          {`${formatTime(from)} – ${formatTime(to)}`}
        </FilterChip>
      ) : null}
      {conditions.map((condition) => (
        <FilterChip
          key={`${condition.field} ${condition.type} ${condition.values.join(' ')}`}
          name={fieldName(condition.field)}
          onRemove={() => onChange({ conditions: conditions.filter((one) => one !== condition) })}
        >
          {said(condition)}
        </FilterChip>
      ))}
    </>
  )
}
