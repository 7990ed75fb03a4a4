import { useState } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { InputControl } from './input-control.tsx'
import type { InputField } from './input-field.ts'
import { type InputFault, type InputValues, readValues, writeValues } from './input-values.ts'

interface InputFormProps {
  fields: readonly InputField[]
  values: InputValues
  onChange: (values: InputValues) => void
  /** Shown after the first attempt to submit. */
  faults: Readonly<Record<string, InputFault>>
  /** Shown when there are no fields. */
  empty: string
}

/** A control for each input, or all inputs as JSON. */
export function InputForm({ fields, values, onChange, faults, empty }: InputFormProps) {
  const t = useT('workflow-run')
  const typeName = useDataTypeName()
  const [mode, setMode] = useState<'fields' | 'json'>('fields')
  if (fields.length === 0) return <p className="text-mute">{empty}</p>
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        size="sm"
        className="self-start"
        label={t('input.mode')}
        items={[
          { value: 'fields', label: t('input.fields') },
          { value: 'json', label: 'JSON' },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'json' ? (
        <JsonForm fields={fields} values={values} onChange={onChange} />
      ) : (
        fields.map((field) => (
          <Field
            key={field.name}
            label={<span className="font-mono text-code">{field.name}</span>}
            required={field.isRequired}
            aside={<Tag mono>{typeName(field.type)}</Tag>}
            help={field.description || undefined}
            error={faults[field.name] && t(`fault.${faults[field.name]!}`)}
          >
            <InputControl
              field={field}
              value={values[field.name] ?? ''}
              onChange={(value) => onChange({ ...values, [field.name]: value })}
            />
          </Field>
        ))
      )}
    </div>
  )
}

function JsonForm({ fields, values, onChange }: Pick<InputFormProps, 'fields' | 'values' | 'onChange'>) {
  const t = useT('workflow-run')
  const [text, setText] = useState(() => writeValues(fields, values))
  const isBad = readValues(text) === undefined
  return (
    <Field label={t('input.json')} error={isBad ? t('fault.object') : undefined}>
      <Textarea
        mono
        rows={10}
        maxRows={24}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const next = readValues(event.target.value)
          if (next) onChange(next)
        }}
      />
    </Field>
  )
}
