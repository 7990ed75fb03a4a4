import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'

interface TurnOffFactorDialogProps {
  onDone: () => Promise<unknown>
  onClose: () => void
}

export function TurnOffFactorDialog({ onDone, onClose }: TurnOffFactorDialogProps) {
  const t = useT('account')
  const [password, setPassword] = useState('')
  const turnOff = useMutation({
    mutationFn: () => api.factor.turnOff({ password }),
    onSuccess: async () => {
      onClose()
      toast.ok(t('factor.turnedOff'))
      await onDone()
    },
  })
  return (
    <FormDialog
      title={t('factor.turnOffTitle')}
      description={t('factor.turnOffText')}
      isReady={password !== ''}
      call={turnOff}
      error={null}
      action={t('factor.turnOff')}
      onSubmit={() => turnOff.mutate()}
      onClose={onClose}
    >
      <Field label={t('factor.password')} error={turnOff.error ? readFieldError(turnOff.error).text : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            turnOff.reset()
            setPassword(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}
