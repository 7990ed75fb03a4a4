import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** The fields of each form, named as on the server. */
export const formFields = {
  basic: ['role', 'task', 'input', 'output', 'limits'],
  crispe: ['capacity', 'insight', 'statement', 'personality', 'experiment'],
} as const
type FormName = keyof typeof formFields

interface StructuredFormProps {
  form: FormName
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

/** Asks for the parts of a prompt one by one. Empty parts are left out. */
export function StructuredForm({ form, values, onChange }: StructuredFormProps) {
  const t = useT('prompts')
  return formFields[form].map((name) => (
    <Field key={name} label={t(`form.${name}`)}>
      <Textarea
        rows={1}
        value={values[name] ?? ''}
        onChange={(event) => onChange({ ...values, [name]: event.target.value })}
      />
    </Field>
  ))
}
