import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { mayInEnterprise } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

/** A member names an app and sees what it requests; an admin decides. Admins install it at once. */
export function AskAppDialog({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const enterprise = useEnterprise()
  const { enterprise_id } = enterprise
  const decides = mayInEnterprise(enterprise, 'manageApps')
  const [typed, setTyped] = useState('')
  const [way, setWay] = useState<'itself' | 'people'>('people')
  const appid = typed.trim()
  const isId = /^\d{1,19}$/.test(appid)
  const app = useQuery({
    queryKey: ['app-installation', appid],
    enabled: isId,
    retry: false,
    queryFn: ({ signal }) => api.appInstallation.info({ appid }, { signal }),
  })
  const ask = useMutation({
    mutationFn: () => {
      if (way === 'itself') return api.appInstallation.consent({ appid, installation_account_hint: enterprise_id })
      return decides
        ? api.appInstallation.installOnBehalf({ appid, enterprise_id })
        : api.appInstallation.askOnBehalf({ appid, enterprise_id })
    },
    onSuccess: async () => {
      await refreshEnterprise(enterprise_id)
      toast.ok(t(decides ? 'apps.installed' : 'apps.asked', { name: app.data?.name ?? '' }))
      onClose()
    },
  })
  const wanted = app.data?.request_permission ?? []
  const help = app.data
    ? t(wanted.length ? 'apps.wants' : 'apps.wantsNothing', { name: app.data.name, list: wanted.join(', ') })
    : t('apps.idHelp')
  return (
    <FormDialog
      title={t('apps.ask')}
      description={t(decides ? 'apps.askTextAdmin' : 'apps.askText')}
      isReady={app.isSuccess}
      isDirty={typed !== ''}
      call={ask}
      action={t(decides ? 'apps.install' : 'apps.send')}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
      <Field label={t('apps.id')} help={help} error={isId && app.isError ? t('apps.unknown') : undefined} required>
        <Input
          value={typed}
          autoComplete="off"
          inputMode="numeric"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <RadioGroup
        label={t('apps.way')}
        value={way}
        onChange={setWay}
        items={[
          { value: 'people', label: t('apps.onBehalf'), description: t('apps.onBehalfHelp') },
          { value: 'itself', label: t('apps.asItself'), description: t('apps.asItselfHelp') },
        ]}
      />
    </FormDialog>
  )
}
