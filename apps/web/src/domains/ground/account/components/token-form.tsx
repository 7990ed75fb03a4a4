import { CREDENTIAL_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useEnterprises } from '#lib/enterprises.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshTokens, type Token } from '../account.queries.ts'
import { endOfDay, type Duration, firstDay } from '../token-expiry.ts'
import { type Grants, type PermissionGroup, writeGrants } from '../token-grants.ts'
import { ExpiryField } from './expiry-field.tsx'
import { PermissionPicker } from './permission-picker.tsx'
import { SpacePicker } from './space-picker.tsx'

interface TokenFormProps {
  token?: Pick<Token, 'id' | 'name' | 'expire_at'>
  groups: readonly PermissionGroup[]
  first: Grants
  onCreated: (token: string) => void
  onClose: () => void
}

/** The value for "no enterprise". */
const own = 'own'

export function TokenForm({ token, groups, first, onCreated, onClose }: TokenFormProps) {
  const t = useT('account')
  const [name, setName] = useState(token?.name ?? '')
  const [duration, setDuration] = useState<Duration>('30')
  const [openedAt] = useState(Date.now)
  const [date, setDate] = useState(() => firstDay(openedAt))
  const [grants, setGrants] = useState(first)
  const enterprises = useEnterprises()
  const [account, setAccount] = useState(own)
  const kept = enterprises.find(({ enterprise_id }) => enterprise_id === account)
  const expireAt = duration === 'customize' ? endOfDay(date) : undefined
  const isPast = duration === 'customize' && (expireAt === undefined || expireAt * 1000 <= openedAt)

  const save = useMutation({
    mutationFn: async () => {
      const permissions = writeGrants(grants)
      if (token) return void (await api.token.update({ id: token.id, name: name.trim(), ...permissions }))
      const made = await api.token.create({
        name: name.trim(),
        duration_day: duration,
        expire_at: expireAt,
        ...(kept && { organization_id: kept.default_organization_id }),
        ...permissions,
      })
      return made.token
    },
    onSuccess: async (made) => {
      await refreshTokens()
      if (made !== undefined) return onCreated(made)
      toast.ok(t('token.saved'))
      onClose()
    },
  })
  const isReady =
    name.trim() !== '' &&
    visibleLength(name.trim()) <= CREDENTIAL_LIMITS.name &&
    grants.scopes.size > 0 &&
    grants.spaces?.length !== 0 &&
    !(isPast && !token)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      size="md"
      title={token ? t('token.editTitle', { name: token.name }) : t('token.createTitle')}
      description={t('token.formText')}
      keepOnOutsidePress={name !== (token?.name ?? '') || grants !== first}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
            {token ? t('save') : t('token.create')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('token.name')} required>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder={t('token.namePlaceholder')}
            limit={CREDENTIAL_LIMITS.name}
            autoComplete="off"
          />
        </Field>
        {token ? (
          <p className="text-mute">
            {token.expire_at < 0
              ? t('token.fixedNever')
              : t('token.fixed', { when: formatTime(fromSeconds(token.expire_at)) })}
          </p>
        ) : (
          <ExpiryField
            duration={duration}
            onDuration={setDuration}
            first={firstDay(openedAt)}
            date={date}
            onDate={setDate}
            error={isPast ? t('token.past') : undefined}
          />
        )}
        <PermissionPicker
          groups={groups}
          scopes={grants.scopes}
          onChange={(scopes) => setGrants({ ...grants, scopes })}
        />
        {!token && enterprises.length > 0 && (
          <Field label={t('token.account')} help={t('token.accountHelp')}>
            <Select
              items={[
                { value: own, label: t('token.accountOwn') },
                ...enterprises.map(({ enterprise_id, name }) => ({ value: enterprise_id, label: name })),
              ]}
              value={account}
              onChange={(next) => {
                setAccount(next)
                setGrants({ ...grants, spaces: null })
              }}
            />
          </Field>
        )}
        <SpacePicker
          enterpriseId={token ? undefined : (kept?.enterprise_id ?? '')}
          spaces={grants.spaces}
          onChange={(spaces) => setGrants({ ...grants, spaces })}
        />
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
