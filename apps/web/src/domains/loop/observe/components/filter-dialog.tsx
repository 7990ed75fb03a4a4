import type { QueryType } from '@orrery/contract/shared/filter-tree'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { fieldsToFilter, operatorsOf, type FilterName } from '../filter-fields.ts'
import type { Condition } from '../trace-address.ts'

interface FilterDialogProps {
  onAdd: (condition: Condition) => void
  onClose: () => void
}

/** One more condition: a field, how it is compared, and with what. */
export function FilterDialog({ onAdd, onClose }: FilterDialogProps) {
  const t = useT('observe')
  const { values, set, text, isDirty } = useForm<{ field: FilterName; type: QueryType; value: string }>({
    field: 'latency',
    type: 'gte',
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
          onChange={(field) => set({ field, type: operatorsOf(field)[0]! })}
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
    </FormDialog>
  )
}
