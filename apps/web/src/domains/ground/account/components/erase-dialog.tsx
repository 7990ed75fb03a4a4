import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

export interface EraseDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  email: string
  needsSuccessor: boolean
}
export function EraseDialog({ open, onOpenChange, email, needsSuccessor }: EraseDialogProps) {
  const t = useT('account')
  const [password, setPassword] = useState('')
  const [successor, setSuccessor] = useState('')
  const erase = useMutation({
    mutationFn: () => api.passport.erase({ password, ...(needsSuccessor && { successor: successor.trim() }) }),
    // A full page load, so that no data of the account remains in memory.
    onSuccess: () => window.location.replace('/sign'),
  })
  const refused = erase.error ? readFieldError(erase.error) : null
  const errorOf = (field: string) => refused?.field === field && refused.text
  const isReady = password !== '' && (!needsSuccessor || successor.trim() !== '')
  const change = (next: boolean) => {
    if (erase.isPending) return
    setPassword('')
    setSuccessor('')
    erase.reset()
    onOpenChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !erase.isPending) erase.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('erase.title', { email })}
      description={t('erase.text')}
      keepOnOutsidePress={password !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('cancel')}</Button>
          <Button type="submit" kind="danger" disabled={!isReady} busy={erase.isPending || erase.isSuccess}>
            {t('erase.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {needsSuccessor && (
          <Field label={t('erase.successor')} help={t('erase.successorHelp')} error={errorOf('successor')}>
            <Input
              value={successor}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                erase.reset()
                setSuccessor(event.target.value)
              }}
            />
          </Field>
        )}
        <Field label={t('erase.password')} error={errorOf('password')}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              erase.reset()
              setPassword(event.target.value)
            }}
          />
        </Field>
        {refused && refused.field === null && <ErrorPanel error={erase.error} />}
      </div>
    </Dialog>
  )
}
