import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage, SettingsSkeleton } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { provisioningQuery, refreshSignIn, useEnterpriseId } from '../sso.queries.ts'
import { CopyLine } from './email-domains.tsx'
import { ScimCalls } from './scim-calls.tsx'

/** User provisioning by a directory: its URL, its tokens, and its last calls. */
export function ProvisioningTab() {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const query = useQuery(provisioningQuery(enterprise_id))
  const [token, setToken] = useState<string>()
  const create = useMutation({
    mutationFn: () => api.provisioning.createToken({ enterprise_id }),
    onSuccess: (made) => {
      setToken(made.token)
      void refreshSignIn(enterprise_id)
    },
  })
  const revoke = (token_id: string, hint: string) =>
    void confirm({
      title: t('scim.revokeTitle', { hint }),
      text: t('scim.revokeText'),
      action: t('scim.revoke'),
      danger: true,
      onConfirm: async () => {
        await api.provisioning.revokeToken({ enterprise_id, token_id })
        await refreshSignIn(enterprise_id)
      },
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SettingsSkeleton what={t('scim.title')} />
  const { base_url: url, tokens, calls, people, groups } = query.data
  return (
    <SettingsPage>
      <SettingsSection title={t('scim.title')} text={t('scim.text')}>
        <div className="flex flex-col gap-2">
          <CopyLine name={t('scim.url')} value={url} />
          <p className="text-small text-mute">{t('scim.counts', { people, groups })}</p>
        </div>
      </SettingsSection>
      <SettingsSection title={t('scim.tokens')} text={t('scim.tokensText')}>
        <div className="flex flex-col gap-3">
          {tokens.map((row) => (
            <div key={row.id} className="flex items-center gap-2">
              <code className="font-mono">scim_…{row.hint}</code>
              <span className="min-w-0 flex-1 text-small text-mute">
                {t('scim.expires')} <DateTime at={row.expires_at} />
              </span>
              <IconButton
                icon={Trash2}
                label={t('scim.revokeOf', { hint: row.hint })}
                onClick={() => revoke(row.id, row.hint)}
              />
            </div>
          ))}
          {create.error && <ErrorPanel error={create.error} />}
          <Button icon={KeyRound} className="self-end" busy={create.isPending} onClick={() => create.mutate()}>
            {t('scim.create')}
          </Button>
        </div>
      </SettingsSection>
      <ScimCalls calls={calls} />
      {token && (
        <ShownOnce
          value={token}
          title={t('scim.tokenTitle')}
          warning={t('scim.tokenWarning')}
          label={t('scim.tokenLabel')}
          how={t('scim.tokenHow')}
          copy={t('scim.copy')}
          copied={t('scim.copied')}
          done={t('scim.done')}
          onClose={() => setToken(undefined)}
        />
      )}
    </SettingsPage>
  )
}
