import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { newUuid } from '#lib/new-uuid.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { filledIn, formFaults, type FormValues } from '../form-values.ts'
import type { PublicForm } from '../form.queries.ts'
import { FormControl } from './form-control.tsx'

interface FormBodyProps {
  formKey: string
  form: PublicForm
  onSent: (submission: string, message: string) => void
}

/** The fields of a form with the submit button. */
export function FormBody({ formKey, form, onSent }: FormBodyProps) {
  const t = useT('workflow-form')
  const [values, setValues] = useState<FormValues>({})
  const [isTried, setTried] = useState(false)
  // Idempotency key: submitting the same form twice starts one run.
  const [submission] = useState(newUuid)
  const send = useMutation({
    mutationFn: () => api.workflowForm.submit({ key: formKey, submission, values: filledIn(values) }),
    onSuccess: ({ message }) => onSent(submission, message),
  })
  const faults = formFaults(form.fields, values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faults).length === 0 && !send.isPending) send.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {form.fields.map((field) => (
        <Field
          key={field.name}
          label={<span data-user-text>{field.label}</span>}
          required={field.required}
          help={field.help ? <span data-user-text>{field.help}</span> : undefined}
          error={isTried && faults[field.name] ? t(`fault.${faults[field.name]!}`) : undefined}
        >
          <FormControl
            formKey={formKey}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        </Field>
      ))}
      {send.error && <ErrorPanel error={send.error} />}
      <Button type="submit" kind="solid" size="lg" busy={send.isPending} className="self-start">
        {form.button ? <span data-user-text>{form.button}</span> : t('send')}
      </Button>
    </form>
  )
}
