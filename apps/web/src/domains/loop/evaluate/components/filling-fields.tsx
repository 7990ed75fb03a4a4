import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type Filling, fromTarget } from '../plan-form.ts'

interface FillingFieldsProps {
  filling: Filling
  fields: readonly string[]
  /** Also offers the outputs of the target. */
  withOutputs?: boolean
  onChange: (filling: Filling) => void
}

/** Selects what fills each input. */
export function FillingFields({ filling, fields, withOutputs, onChange }: FillingFieldsProps) {
  const t = useT('evaluation')
  const choices = [
    { value: '', label: t('filling.none') },
    ...(withOutputs ? fromTarget.map((value) => ({ value: value as string, label: t(`filling.${value}`) })) : []),
    ...fields.map((value) => ({ value, label: value })),
  ]
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      {Object.entries(filling).map(([key, from]) => (
        <Field key={key} label={t('filling.of', { name: key })}>
          <Select items={choices} value={from} onChange={(value) => onChange({ ...filling, [key]: value })} />
        </Field>
      ))}
    </div>
  )
}
