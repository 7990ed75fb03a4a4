import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { Cloud, HardDrive } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Account, type AccountKind, accountsQuery } from './account.queries.ts'

const icons = { webdav: HardDrive, volcano: Cloud }
const kinds = ['webdav', 'volcano'] as const satisfies readonly AccountKind[]

interface AccountDialogProps {
  /** The account to edit; undefined: a new one. */
  account?: Account
  onSaved?: (id: string) => void
  onClose: () => void
}

/** Connects an account. It is tested before it is saved, so that saved accounts work. */
export function AccountDialog({ account, onSaved, onClose }: AccountDialogProps) {
  const t = useT('knowledge')
  const { values, isDirty, text, field } = useForm({
    kind: account?.kind ?? kinds[0],
    name: account?.name ?? '',
    address: account?.address ?? '',
    username: account?.username ?? '',
    password: '',
  })
  const { kind } = values
  const name = values.name.trim()
  const address = values.address.trim()
  const save = useMutation({
    mutationFn: () =>
      api.knowledge.saveAccount({
        ...values,
        auth_id: account?.auth_id,
        name,
        address,
      }),
    onSuccess: async ({ auth_id: id }) => {
      await queryClient.invalidateQueries(accountsQuery)
      toast.ok(t('accounts.saved', { name }))
      onSaved?.(id)
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={account ? t('accounts.edit') : t('accounts.connect')}
      description={t('accounts.text')}
      isDirty={isDirty}
      isReady={name !== '' && /^https?:\/\/\S+$/.test(address)}
      call={save}
      action={t('accounts.tryAndSave')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!account && (
        <RadioGroup
          {...field('kind')}
          label={t('accounts.kind')}
          items={kinds.map((value) => ({
            value,
            label: t(`accounts.kind.${value}`),
            description: t(`accounts.kindText.${value}`),
            icon: icons[value],
          }))}
        />
      )}
      <Field label={t('accounts.name')} required>
        <Input {...text('name')} limit={KNOWLEDGE_LIMITS.accountName} />
      </Field>
      <Field label={t('accounts.address')} help={t(`accounts.addressHelp.${kind}`)} required>
        <Input {...text('address')} mono placeholder="https://" spellCheck={false} />
      </Field>
      <Field label={t(`accounts.user.${kind}`)}>
        <Input {...text('username')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label={t(`accounts.password.${kind}`)}
        help={account ? t('accounts.passwordKept') : t('accounts.passwordHelp')}
      >
        <PasswordInput {...text('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  )
}
