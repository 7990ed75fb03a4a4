import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { isGoodPassword } from '../password-rules.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface NewPasswordFormProps {
  email: string
  /** Whether this instance can send mail; otherwise its owner hands out the code. */
  isMailed: boolean
  onDone: () => void
  onAgain: () => void
}

export function NewPasswordForm({ email, isMailed, onDone, onAgain }: NewPasswordFormProps) {
  const t = useT('passport')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: () => api.passport.resetPassword({ email, code: code.trim(), password }),
    onSuccess: () => {
      toast.ok(t('passwordSet'))
      onDone()
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  const isReady = code.trim() !== '' && isGoodPassword(password, email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      <p role="status" className="mb-4 rounded-md bg-hover px-3 py-2 text-small wrap-anywhere">
        {isMailed ? t('code.mailed', { email }) : t('code.byOwner', { email })}
      </p>
      {/* Account name for the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('code')} error={refused?.field === 'code' && refused.text} className="mb-4">
        <Input
          size="lg"
          mono
          name="code"
          autoComplete="one-time-code"
          autoFocus
          spellCheck={false}
          autoCapitalize="characters"
          value={code}
          onChange={(event) => {
            save.reset()
            setCode(event.target.value)
          }}
        />
      </Field>
      <NewPasswordField
        label={t('newPassword')}
        error={refused?.field === 'password' && refused.text}
        email={email}
        value={password}
        onChange={(next) => {
          save.reset()
          setPassword(next)
        }}
      />
      <FormError
        text={refused && refused.field !== 'code' && refused.field !== 'password' ? refused.text : undefined}
      />
      <Button type="submit" kind="solid" size="lg" disabled={!isReady} busy={save.isPending} className="w-full">
        {t('setPassword')}
      </Button>
      <Button kind="ghost" size="lg" onClick={onAgain} className="mt-2 w-full">
        {t('code.again')}
      </Button>
    </form>
  )
}
