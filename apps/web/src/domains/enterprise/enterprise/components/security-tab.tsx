import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage, SettingsSkeleton } from '#ui/settings-page.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  refreshEnterprise,
  securityPreviewQuery,
  securityQuery,
  type SecurityRules,
  useEnterprise,
} from '../enterprise.queries.ts'
import { FactorRules, NetworkRules, PasswordRules, SessionRules } from './security-sections.tsx'
import { useSecurityEffects } from './use-security-effects.ts'

/** The security rules of an enterprise for sessions, passwords, networks and second factors. */
export function SecurityTab() {
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const query = useQuery(securityQuery(enterprise_id))
  if (query.isPending) return <SettingsSkeleton what={names('nav.enterprise.security')} />
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return <Rules key={JSON.stringify(query.data.rules)} found={query.data} />
}

type Found = Awaited<ReturnType<typeof api.enterpriseSecurity.get>>

function Rules({ found }: { found: Found }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [rules, setRules] = useState<SecurityRules>(found.rules)
  const change = (more: Partial<SecurityRules>) => setRules((before) => ({ ...before, ...more }))
  const { data: preview } = useQuery(securityPreviewQuery(enterprise_id, useDeferredValue(rules)))
  const effects = useSecurityEffects(preview, found.own_address)
  const save = useMutation({
    mutationFn: () => api.enterpriseSecurity.save({ enterprise_id, ...rules }),
    onSuccess: async ({ sessions_ended: count }) => {
      toast.ok(count > 0 ? t('security.savedEnded', { count }) : t('security.saved'))
      await refreshEnterprise(enterprise_id)
    },
  })
  const isChanged = JSON.stringify(rules) !== JSON.stringify(found.rules)
  const lost = [effects.sessions, effects.network, effects.factor].filter((line) => line !== '')
  const ask = () =>
    void confirm({
      title: t('security.confirm'),
      text: t('security.confirmText'),
      details: (
        <ul className="flex flex-col gap-1">
          {(lost.length ? lost : [t('security.none')]).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
      action: t('security.save'),
      danger: lost.length > 0,
      onConfirm: async () => void (await save.mutateAsync().catch(() => {})),
    })
  const part = { rules, change }
  return (
    <SettingsPage>
      <SessionRules {...part} effect={effects.sessions} />
      <PasswordRules {...part} effect={effects.passwords} hasBreachServer={found.has_breach_server} />
      <NetworkRules {...part} effect={effects.network} ownAddress={found.own_address} />
      <FactorRules {...part} effect={effects.factor} />
      {save.error && <ErrorPanel error={save.error} />}
      <div className="flex justify-end">
        <Button kind="solid" disabled={!isChanged || effects.isBlocked} busy={save.isPending} onClick={ask}>
          {t('security.save')}
        </Button>
      </div>
    </SettingsPage>
  )
}
