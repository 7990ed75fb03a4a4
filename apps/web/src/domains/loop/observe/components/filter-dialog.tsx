import type { QueryType } from '@orrery/contract/shared/filter-tree'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { fieldsToFilter, operatorsOf, type FilterName } from '../filter-fields.ts'
import { optionsQuery } from '../observe.queries.ts'
import type { Condition } from '../trace-address.ts'

interface FilterDialogProps {
  spaceId: string
  /** The period whose values are offered. */
  times: { start_time: number; end_time: number }
  /** The field that is already chosen. */
  field?: FilterName | undefined
  onAdd: (condition: Condition) => void
  onClose: () => void
}

/** Adds a condition: a field, an operator and a value. */
export function FilterDialog({ spaceId, times, field = 'latency', onAdd, onClose }: FilterDialogProps) {
  const t = useT('observe')
  const { values, set, text, isDirty } = useForm<{ field: FilterName; type: QueryType; value: string }>({
    field,
    type: operatorsOf(field)[0]!,
    value: '',
  })
  const operators = operatorsOf(values.field)
  const needsValue = values.type !== 'exist' && values.type !== 'not_exist'
  const value = values.value.trim()
  const isNumber = fieldsToFilter[values.field] === 'number'
  const isReady = !needsValue || (value !== '' && (!isNumber || Number.isFinite(Number(value))))
  return (
    <FormDialog
      title={t('filter.add')}
      isDirty={isDirty}
      isReady={isReady}
      action={t('filter.add')}
      onSubmit={() => {
        onAdd({ field: values.field, type: values.type, values: needsValue ? [value] : [] })
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={t('filter.field')}>
        <Select
          items={(Object.keys(fieldsToFilter) as FilterName[]).map((name) => ({
            value: name,
            label: t(`field.${name}`),
          }))}
          value={values.field}
          onChange={(next) => set({ field: next, type: operatorsOf(next)[0]! })}
        />
      </Field>
      <Field label={t('filter.operator')}>
        <Select
          items={operators.map((type) => ({ value: type, label: t(`operator.${type}`) }))}
          value={values.type}
          onChange={(type) => set({ type })}
        />
      </Field>
      {needsValue && (
        <Field label={t('filter.value')} required help={isNumber ? t('filter.number') : undefined}>
          <Input {...text('value')} maxLength={200} inputMode={isNumber ? 'decimal' : 'text'} />
        </Field>
      )}
      {needsValue && !isNumber && !isProse(values.field) && (
        <FrequentValues
          query={{ spaceId, times, field: values.field, words: value }}
          onChoose={(chosen) => set({ value: chosen, ...(values.type === 'match' && { type: 'eq' }) })}
        />
      )}
    </FormDialog>
  )
}

/** Inputs and outputs are all different, so no frequent values are offered. */
const isProse = (field: FilterName) => field === 'input' || field === 'output'

interface FrequentValuesProps {
  query: Parameters<typeof optionsQuery>[0]
  onChoose: (value: string) => void
}
/** The most frequent values of the field, with their counts. */
function FrequentValues({ query, onChoose }: FrequentValuesProps) {
  const t = useT('observe')
  const { data } = useQuery(optionsQuery(query))
  if (!data?.length) return null
  return (
    <ul aria-label={t('filter.some')} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
      {data.map(({ value, count }) => (
        <li key={value}>
          <Button size="sm" onClick={() => onChoose(value)}>
            <span data-user-text className="max-w-60 truncate">
              {value}
            </span>
            <span className="text-mute tabular-nums">{formatNumber(count)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
