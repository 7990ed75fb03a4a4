import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { FormField } from '../form.queries.ts'
import { FileField } from './file-field.tsx'

interface FormControlProps {
  formKey: string
  field: FormField
  value: string
  onChange: (value: string) => void
}

/** The input control for the kind of a field. */
export function FormControl({ formKey, field, value, onChange }: FormControlProps) {
  const t = useT('workflow-form')
  const placeholder = field.fallback || undefined
  switch (field.kind) {
    case 'boolean':
      return (
        <Segmented
          label={field.label}
          items={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          value={(value || field.fallback) as 'true' | 'false'}
          onChange={onChange}
        />
      )
    case 'integer':
    case 'number':
      return (
        <Input
          value={value}
          placeholder={placeholder}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'time':
      return <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
    case 'file':
    case 'files':
      return <FileField formKey={formKey} isList={field.kind === 'files'} onChange={onChange} />
    default:
      return (
        <Textarea
          rows={field.kind === 'json' ? 3 : 1}
          mono={field.kind === 'json'}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
