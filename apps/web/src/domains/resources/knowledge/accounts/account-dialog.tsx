import { useMutation } from '@tanstack/react-query'
import { Cloud, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Account, type AccountKind, accountsQuery } from './account.queries.ts'

const icons = { webdav: HardDrive, volcano: Cloud }
const kinds: readonly AccountKind[] = ['webdav', 'volcano']

interface AccountDialogProps {
  /** The one that is changed; else a new one. */
  account?: Account
  onSaved?: (id: string) => void
  onClose: () => void
}

/** Connects an account: it is tried before it is kept, so that what is saved works. */
export function AccountDialog({ account, onSaved, onClose }: AccountDialogProps) {
  const t = useT('knowledge')
  const [kind, setKind] = useState<AccountKind>(account?.kind ?? 'webdav')
  const [name, setName] = useState(account?.name ?? '')
  const [address, setAddress] = useState(account?.address ?? '')
  const [username, setUsername] = useState(account?.username ?? '')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: () =>
      api.knowledge.saveAccount({
        auth_id: account?.auth_id,
        kind,
        name: name.trim(),
        address: address.trim(),
        username,
        password,
      }),
    onSuccess: async ({ auth_id: id }) => {
      await queryClient.invalidateQueries(accountsQuery)
      toast.ok(t('accounts.saved', { name: name.trim() }))
      onSaved?.(id)
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={account ? t('accounts.edit') : t('accounts.connect')}
      description={t('accounts.text')}
      isDirty={name !== '' || address !== '' || password !== ''}
      isReady={name.trim() !== '' && /^https?:\/\/\S+$/.test(address.trim())}
      isBusy={save.isPending}
      error={save.error}
      cancel={t('cancel')}
      action={t('accounts.tryAndSave')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!account && (
        <RadioGroup
          label={t('accounts.kind')}
          value={kind}
          onChange={setKind}
          items={kinds.map((value) => ({
            value,
            label: t(`accounts.kind.${value}`),
            description: t(`accounts.kindText.${value}`),
            icon: icons[value],
          }))}
        />
      )}
      <Field label={t('accounts.name')} required>
        <Input value={name} limit={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('accounts.address')} help={t(`accounts.addressHelp.${kind}`)} required>
        <Input
          mono
          value={address}
          placeholder="https://"
          spellCheck={false}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field label={t(`accounts.user.${kind}`)}>
        <Input
          value={username}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field
        label={t(`accounts.password.${kind}`)}
        help={account ? t('accounts.passwordKept') : t('accounts.passwordHelp')}
      >
        <PasswordInput
          value={password}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
