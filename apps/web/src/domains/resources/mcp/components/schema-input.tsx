import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { SchemaField } from '../schema-fields.ts'

interface SchemaInputProps {
  field: SchemaField
  value: string
  onChange: (text: string) => void
}

/** The input for the type of a parameter. */
export function SchemaInput({ field, value, onChange }: SchemaInputProps) {
  const t = useT('mcp')
  if (field.kind === 'choice')
    return (
      <Select
        size="sm"
        value={value || null}
        onChange={onChange}
        items={field.choices.map((choice) => ({ value: choice, label: choice }))}
      />
    )
  if (field.kind === 'boolean')
    return (
      <Segmented
        size="sm"
        label={field.name}
        value={value || 'false'}
        onChange={onChange}
        items={[
          { value: 'false', label: t('no') },
          { value: 'true', label: t('yes') },
        ]}
      />
    )
  if (field.kind === 'json')
    return <Textarea mono rows={3} value={value} placeholder="{ }" onChange={(event) => onChange(event.target.value)} />
  return (
    <Input
      mono
      size="sm"
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
