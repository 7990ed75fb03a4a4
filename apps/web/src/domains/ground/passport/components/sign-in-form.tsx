import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation } from '@tanstack/react-query'
import { CornerDownLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useEnter } from '../use-enter.ts'
import { FormError } from './form-error.tsx'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
}

export function SignInForm({ email, onEmail, onForgot }: SignInFormProps) {
  const t = useT('passport')
  const enter = useEnter()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'email' | 'password' | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const sign = useMutation({
    mutationFn: () => api.passport.login({ email: email.trim(), password }),
    onSuccess: enter,
    onError: () => passwordField.current?.select(),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sign.isPending) return
    const first = email.trim() === '' ? 'email' : password === '' ? 'password' : null
    setMissing(first)
    if (first === 'email') return emailField.current?.focus()
    if (first === 'password') return passwordField.current?.focus()
    sign.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <Field label={t('email')} error={missing === 'email' && t('email.missing')} className="mb-4">
        <Input
          ref={emailField}
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <Field
        label={t('password')}
        aside={
          <button type="button" onClick={onForgot} className="hit-area rounded-xs text-brand hover:underline">
            {t('forgot')}
          </button>
        }
        error={missing === 'password' && t('password.missing')}
        className="mb-4"
      >
        <PasswordInput
          ref={passwordField}
          size="lg"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FormError text={sign.error ? errorText(sign.error, t('wrongPair')) : undefined} />
      <Button type="submit" kind="solid" size="lg" busy={sign.isPending} iconAfter={CornerDownLeft} className="w-full">
        {t('signIn')}
      </Button>
    </form>
  )
}

/** It never says which of the two is wrong. */
function errorText(error: Error, pair: string): string {
  return error instanceof ApiError && error.code === ErrorCode.passport.wrongPair ? pair : readFieldError(error).text
}
