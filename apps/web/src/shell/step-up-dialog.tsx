import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { stepUp } from '#lib/step-up.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

/** Before a sensitive action: the code of the authenticator app. The action goes on by itself afterwards. */
export function StepUpDialog() {
  const t = useT('passport')
  const answer = stepUp.use()
  const [code, setCode] = useState('')
  const prove = useMutation({
    mutationFn: () => api.factor.stepUp({ code }),
    onSuccess: () => answer?.(true),
  })
  return (
    <FormDialog
      title={t('stepUp.title')}
      description={t('stepUp.text')}
      isReady={code.trim().length >= 6}
      call={prove}
      error={null}
      action={t('secondStep.confirm')}
      onSubmit={() => prove.mutate()}
      onClose={() => answer?.(false)}
    >
      <Field
        label={t('secondStep.code')}
        help={t('secondStep.hint')}
        error={prove.error ? readFieldError(prove.error).text : undefined}
      >
        <Input
          mono
          autoFocus
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={(event) => {
            prove.reset()
            setCode(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}
