import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { createPasskey, passkeyFault } from '#lib/passkeys.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { readAgent } from '../user-agent.ts'

/** Asks for a name and the password; the browser then creates the passkey. */
export function AddPasskeyDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useT('account')
  const tPassport = useT('passport')
  const { browser, system } = readAgent(navigator.userAgent)
  const [name, setName] = useState([browser, system].filter(Boolean).join(' · '))
  const [password, setPassword] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await api.passkey.begin({ password })
      return api.passkey.add({ name: name.trim(), credential: await createPasskey(options) })
    },
    onSuccess: onDone,
  })
  const fault = add.error ? passkeyFault(add.error) : undefined
  const text = fault ? tPassport(fault) : add.error ? readFieldError(add.error).text : undefined
  return (
    <FormDialog
      title={t('passkey.add')}
      description={t('passkey.text')}
      isReady={name.trim() !== '' && password !== ''}
      call={add}
      error={null}
      action={t('passkey.add')}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label={t('passkey.name')}>
        <Input
          maxLength={50}
          placeholder={t('passkey.nameHint')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('passkey.password')} error={text}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            add.reset()
            setPassword(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}
