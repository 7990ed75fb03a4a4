import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { type Connection, useEnterpriseId } from '../sso.queries.ts'

interface TestDirectoryDialogProps {
  connection: Connection
  onDone: () => void
  onClose: () => void
}

/** Looks up one account in the directory, without signing anyone in. */
export function TestDirectoryDialog({ connection, onDone, onClose }: TestDirectoryDialogProps) {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const test = useMutation({
    mutationFn: () =>
      api.ssoConnections.testLdap({ enterprise_id, connection_id: connection.id, username: username.trim(), password }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title={t('test.title', { name: connection.name })}
      description={t('test.text')}
      isReady={username.trim() !== '' && password !== ''}
      call={test}
      action={t('connection.test')}
      onSubmit={() => test.mutate()}
      onClose={onClose}
    >
      <Field label={t('test.username')}>
        <Input autoFocus value={username} onChange={(event) => setUsername(event.target.value)} />
      </Field>
      <Field label={t('test.password')}>
        <PasswordInput autoComplete="off" value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
