import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { looksLikeEmail } from '../email-rules.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
}

/** Requests a code, with which a new password can then be set. */
export function ForgotForm({ email, onEmail, onDone }: ForgotFormProps) {
  const t = useT('passport')
  const { data: instance } = useQuery(instanceQuery)
  const [isLeft, setLeft] = useState(false)
  const ask = useMutation({ mutationFn: () => api.passport.requestReset({ email: email.trim() }) })
  const isEmail = looksLikeEmail(email)
  if (ask.isSuccess) {
    return (
      <NewPasswordForm
        email={email.trim()}
        isMailed={instance?.mail ?? true}
        onDone={onDone}
        onAgain={() => ask.reset()}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (isEmail && !ask.isPending) ask.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <Field label={t('email')} error={isLeft && !isEmail && t('email.wrong')} className="mb-4">
        <Input
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <FormError text={ask.error ? readFieldError(ask.error).text : undefined} />
      <Button type="submit" kind="solid" size="lg" busy={ask.isPending} className="w-full">
        {t('askCode')}
      </Button>
    </form>
  )
}
