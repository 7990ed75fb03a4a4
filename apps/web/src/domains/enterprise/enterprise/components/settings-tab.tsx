import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { enterprisesQuery } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage, SettingsSkeleton } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshEnterprise, settingsQuery, useEnterprise } from '../enterprise.queries.ts'

const switches = [
  'ForbidGuestJoinEnterprise',
  'ForbidMemberJoinOtherEnterprise',
  'ForbidCustomPeopleManagement',
] as const
type SettingKey = (typeof switches)[number] | 'JoinEnterpriseShareLinkExpirationTime'

export function SettingsTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const enterprise = useEnterprise()
  const { enterprise_id } = enterprise
  const query = useQuery(settingsQuery(enterprise_id))
  const refresh = async () => {
    await refreshEnterprise(enterprise_id)
    await queryClient.invalidateQueries({ queryKey: enterprisesQuery.queryKey })
  }
  const save = useMutation({
    mutationFn: ({ key, value, type }: { key: SettingKey; value: string; type: 'Boolean' | 'Integer' }) =>
      api.enterpriseSettings.save(
        {
          enterprise_id,
          enterprise_settings: [{ enterprise_setting_key: key, enterprise_setting_value: { value, value_type: type } }],
        },
        { toast: true },
      ),
    onSuccess: () => void toast.ok(t('settings.saved')),
    onSettled: refresh,
  })
  if (query.isPending) return <SettingsSkeleton what={names('nav.enterprise.settings')} />
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const valueOf = (key: string) =>
    query.data.find((item) => item.enterprise_setting_key === key)?.enterprise_setting_value.value ?? ''
  return (
    <SettingsPage>
      <NameSection key={enterprise.name} onSaved={refresh} />
      <SettingsSection title={t('settings.joining')} text={t('settings.joiningText')}>
        <div className="flex flex-col gap-4">
          {switches.map((key) => (
            <div key={key}>
              <Switch
                checked={valueOf(key) === 'true'}
                onChange={(on) => save.mutate({ key, value: String(on), type: 'Boolean' })}
              >
                {t(`settings.${key}`)}
              </Switch>
              <p className="mt-0.5 text-small text-mute">{t(`settings.${key}Help`)}</p>
            </div>
          ))}
          <LinkDays
            key={valueOf('JoinEnterpriseShareLinkExpirationTime')}
            value={valueOf('JoinEnterpriseShareLinkExpirationTime')}
            onSave={(value) => save.mutate({ key: 'JoinEnterpriseShareLinkExpirationTime', value, type: 'Integer' })}
          />
        </div>
      </SettingsSection>
      <DeleteSection onChanged={refresh} />
    </SettingsPage>
  )
}

function NameSection({ onSaved }: { onSaved: () => Promise<void> }) {
  const t = useT('enterprise')
  const enterprise = useEnterprise()
  const [name, setName] = useState(enterprise.name)
  const save = useMutation({
    mutationFn: () =>
      api.enterprise.update({ enterprise_id: enterprise.enterprise_id, name: name.trim() }, { toast: true }),
    onSuccess: () => void toast.ok(t('settings.saved')),
    onSettled: onSaved,
  })
  return (
    <SettingsSection title={t('settings.name')} text={t('settings.nameText')}>
      <div className="flex gap-2">
        <Input
          aria-label={t('settings.name')}
          value={name}
          limit={50}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          kind="solid"
          disabled={name.trim().length < 2 || name.trim() === enterprise.name}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('settings.save')}
        </Button>
      </div>
    </SettingsSection>
  )
}

function LinkDays({ value, onSave }: { value: string; onSave: (value: string) => void }) {
  const t = useT('enterprise')
  const [days, setDays] = useState(value)
  const isRight = /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= 90
  return (
    <Field label={t('settings.linkDays')} error={!isRight && t('settings.linkDaysWrong')}>
      <div className="flex gap-2">
        <Input inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
        <Button disabled={!isRight || days === value} onClick={() => onSave(days)}>
          {t('settings.save')}
        </Button>
      </div>
    </Field>
  )
}

function DeleteSection({ onChanged }: { onChanged: () => Promise<void> }) {
  const t = useT('enterprise')
  const enterprise = useEnterprise()
  const { enterprise_id } = enterprise
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const close = useMutation({
    mutationFn: () => api.enterprise.close({ enterprise_id, name: typed }),
    onSuccess: async () => {
      setOpen(false)
      await onChanged()
    },
  })
  const reopen = useMutation({
    mutationFn: () => api.enterprise.reopen({ enterprise_id }, { toast: true }),
    onSuccess: () => void toast.ok(t('delete.undone')),
    onSettled: onChanged,
  })
  return (
    <SettingsSection title={t('delete.title')} text={t('delete.text')}>
      {enterprise.closing ? (
        <div className="flex flex-col items-start gap-3">
          <Banner inset tone="warn">
            {t('closing')}
          </Banner>
          <Button busy={reopen.isPending} onClick={() => reopen.mutate()}>
            {t('delete.undo')}
          </Button>
        </div>
      ) : (
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t('delete.open')}
        </Button>
      )}
      {open && (
        <FormDialog
          title={t('delete.open')}
          description={t('delete.confirm', { name: enterprise.name })}
          isReady={typed.trim() === enterprise.name}
          call={close}
          action={t('delete.action')}
          onSubmit={() => close.mutate()}
          onClose={() => setOpen(false)}
        >
          <Field label={t('settings.name')} required>
            <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          </Field>
        </FormDialog>
      )}
    </SettingsSection>
  )
}
