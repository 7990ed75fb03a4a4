import { Select } from '#ui/select.tsx'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { FileControl } from './file-control.tsx'
import type { InputField } from './input-field.ts'

/** Represents "no value": an option of the select needs one. */
const unset = 'unset'

interface InputControlProps {
  field: InputField
  value: string
  onChange: (value: string) => void
}

/** The input control for the type of an input. */
export function InputControl({ field, value, onChange }: InputControlProps) {
  const t = useT('workflow-run')
  const placeholder = field.fallback ? t('input.fallback', { value: field.fallback }) : undefined
  switch (field.kind) {
    case 'boolean':
      return (
        <Select
          label={field.name}
          items={[
            { value: unset, label: field.fallback ? t('input.fallback', { value: field.fallback }) : t('input.unset') },
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          value={value || unset}
          onChange={(next) => onChange(next === unset ? '' : next)}
        />
      )
    case 'integer':
    case 'number':
      return (
        <Input
          value={value}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'json':
      return (
        <Textarea
          mono
          rows={3}
          spellCheck={false}
          value={value}
          placeholder={placeholder ?? (field.type.startsWith('[') ? '[]' : '{}')}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'file':
    case 'files':
      return <FileControl isList={field.kind === 'files'} value={value} onChange={onChange} />
    default:
      return (
        <Textarea
          rows={1}
          value={value}
          placeholder={placeholder ?? (field.kind === 'time' ? '2026-01-31 09:00:00' : undefined)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
