import { useMutation } from '@tanstack/react-query'
import { CornerDownLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import type { CompanyConnection } from '../use-company-ways.ts'
import { useEnter } from '../use-enter.ts'
import { FormError } from './form-error.tsx'

/** The username and password of a company directory; they are never stored here. */
export function DirectoryForm({ connection, onBack }: { connection: CompanyConnection; onBack: () => void }) {
  const t = useT('passport')
  const enter = useEnter()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const sign = useMutation({
    mutationFn: () => api.ssoSignIn.ldap({ connection_id: connection.id, username: username.trim(), password }),
    onSuccess: enter,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() !== '' && password !== '' && !sign.isPending) sign.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <Field label={t('company.username')} className="mb-4">
        <Input
          size="lg"
          name="username"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field label={t('password')} className="mb-4">
        <PasswordInput
          size="lg"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FormError text={sign.error ? readFieldError(sign.error).text : undefined} />
      <Button type="submit" kind="solid" size="lg" busy={sign.isPending} iconAfter={CornerDownLeft} className="w-full">
        {t('company.directory', { name: connection.name })}
      </Button>
      <Button kind="quiet" size="lg" onClick={onBack} className="mt-2 w-full">
        {t('company.back')}
      </Button>
    </form>
  )
}
