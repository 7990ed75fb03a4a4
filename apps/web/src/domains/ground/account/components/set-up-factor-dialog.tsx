import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

interface SetUpFactorDialogProps {
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}
type Started = Awaited<ReturnType<typeof api.factor.begin>>

/** First the password, then the QR code and the first code of the app. */
export function SetUpFactorDialog({ onDone, onClose }: SetUpFactorDialogProps) {
  const t = useT('account')
  const [password, setPassword] = useState('')
  const begin = useMutation({ mutationFn: () => api.factor.begin({ password }) })
  if (begin.data) return <ConfirmStep started={begin.data} onDone={onDone} onClose={onClose} />
  return (
    <FormDialog
      title={t('factor.title')}
      description={t('factor.text')}
      isReady={password !== ''}
      call={begin}
      error={null}
      action={t('factor.continue')}
      onSubmit={() => begin.mutate()}
      onClose={onClose}
    >
      <Field label={t('factor.password')} error={begin.error ? readFieldError(begin.error).text : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            begin.reset()
            setPassword(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}

function ConfirmStep({ started, onDone, onClose }: SetUpFactorDialogProps & { started: Started }) {
  const t = useT('account')
  const [code, setCode] = useState('')
  const turnOn = useMutation({
    mutationFn: () => api.factor.confirm({ code }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  })
  return (
    <FormDialog
      title={t('factor.title')}
      description={t('factor.scan')}
      isDirty
      isReady={code.trim().length === 6}
      call={turnOn}
      error={null}
      action={t('factor.turnOn')}
      onSubmit={() => turnOn.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <img src={started.qr_picture} alt={t('factor.qr')} className="size-44 self-center rounded-md" />
        <Field label={t('factor.secret')}>
          <Input readOnly mono value={started.secret} onFocus={(event) => event.target.select()} />
        </Field>
        <Field label={t('factor.code')} error={turnOn.error ? readFieldError(turnOn.error).text : undefined}>
          <Input
            mono
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            value={code}
            onChange={(event) => {
              turnOn.reset()
              setCode(event.target.value)
            }}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
