import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { isGoodPassword, PasswordRules } from '#domains/ground/passport/index.ts'
import { sessionsQuery } from '../account.queries.ts'

export function PasswordForm({ email }: { email: string }) {
  const t = useT('account')
  const rulesId = useId()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => api.passport.changePassword({ old_password: old, new_password: next }),
    onSuccess: () => {
      setOld('')
      setNext('')
      toast.ok(t('password.changed'), { description: t('password.changedText') })
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  const refused = change.error ? readFieldError(change.error) : null
  const isOld = refused?.field === 'old_password'
  const isNew = refused?.field === 'password' || refused?.field === 'new_password'
  const isReady = old !== '' && isGoodPassword(next, email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !change.isPending) change.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-100 flex-col gap-4">
      {/* Account name for the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('password.old')} error={isOld && refused.text}>
        <PasswordInput
          autoComplete="current-password"
          value={old}
          onChange={(event) => {
            change.reset()
            setOld(event.target.value)
          }}
        />
      </Field>
      <Field label={t('password.new')} error={isNew && refused.text}>
        <PasswordInput
          autoComplete="new-password"
          aria-describedby={rulesId}
          value={next}
          onChange={(event) => {
            change.reset()
            setNext(event.target.value)
          }}
        />
        <PasswordRules id={rulesId} password={next} email={email} />
      </Field>
      {refused && !isOld && !isNew && <ErrorPanel error={change.error} />}
      <div>
        <Button type="submit" disabled={!isReady} busy={change.isPending}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  )
}
