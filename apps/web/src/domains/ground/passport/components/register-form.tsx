import { PROFILE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { isOfDomains, looksLikeEmail } from '../email-rules.ts'
import { isGoodPassword } from '../password-rules.ts'
import type { Registration } from '../registration.ts'
import { useEnter } from '../use-enter.ts'
import { FormError } from './form-error.tsx'
import { PolicyNote } from './policy-note.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const shownAtFields: readonly string[] = ['email', 'name', 'password']

interface RegisterFormProps {
  email: string
  onEmail: (email: string) => void
  registration: Registration
}

export function RegisterForm({ email, onEmail, registration }: RegisterFormProps) {
  const t = useT('passport')
  const enter = useEnter()
  const [language] = useLanguage()
  const { invite } = useSearch({ from: '/sign' })
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [isBlurred, setBlurred] = useState(false)
  const register = useMutation({
    mutationFn: async () => {
      const input = { email: email.trim(), password, invite_key: invite, ...(name.trim() && { name: name.trim() }) }
      const user = await api.passport.register(input)
      // Mails are sent in the language in which the account was created.
      await api.passport.updateProfile({ locale: language }).catch(() => {})
      return user
    },
    onSuccess: enter,
  })
  const refused = register.error ? readFieldError(register.error) : null
  const isEmail = looksLikeEmail(email)
  const isAllowed = isOfDomains(email, registration.domains)
  const isReady = isEmail && isAllowed && isGoodPassword(password, email)

  const emailError = (): string | false => {
    if (refused?.field === 'email') return refused.text
    // No error while the user is still typing.
    if (!isBlurred || email.trim() === '') return false
    if (!isEmail) return t('email.wrong')
    return isAllowed ? false : t('email.domains', { domains: registration.domains.join(', ') })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBlurred(true)
    if (isReady && !register.isPending) register.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <Field label={t('email')} error={emailError()} className="mb-4">
        <Input
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => {
            register.reset()
            onEmail(event.target.value)
          }}
          onBlur={() => setBlurred(true)}
        />
      </Field>
      <Field label={t('name')} help={t('name.help')} error={refused?.field === 'name' && refused.text} className="mb-4">
        <Input
          size="lg"
          name="name"
          autoComplete="name"
          maxLength={PROFILE_LIMITS.name}
          value={name}
          onChange={(event) => {
            register.reset()
            setName(event.target.value)
          }}
        />
      </Field>
      <NewPasswordField
        label={t('password')}
        error={refused?.field === 'password' && refused.text}
        email={email}
        value={password}
        onChange={(next) => {
          register.reset()
          setPassword(next)
        }}
      />
      <FormError text={refused && !shownAtFields.includes(refused.field ?? '') ? refused.text : undefined} />
      <Button type="submit" kind="solid" size="lg" disabled={!isReady} busy={register.isPending} className="w-full">
        {t('register')}
      </Button>
      <PolicyNote />
    </form>
  )
}
