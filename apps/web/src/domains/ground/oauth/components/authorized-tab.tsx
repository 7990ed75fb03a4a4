import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { toast } from '#ui/toast-store.ts'
import { authorizedQuery, refreshAuthorized } from '../oauth.queries.ts'

/** Apps of others that act for the person, until they are stopped. */
export function AuthorizedTab() {
  const t = useT('oauth')
  const { data, error, refetch } = useQuery(authorizedQuery)
  const revoke = (appid: string, name: string) =>
    confirm({
      title: t('authorized.revokeTitle', { name }),
      text: t('authorized.revokeText'),
      action: t('authorized.revoke'),
      danger: true,
      onConfirm: async () => {
        await api.oauth.revoke({ appid })
        await refreshAuthorized()
        toast.ok(t('authorized.revoked', { name }))
      },
    })
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return <EmptyState icon={ShieldCheck} title={t('authorized.title')} text={t('authorized.empty')} />
  return (
    <SettingsPage>
      <ul aria-label={t('authorized.title')} className="rounded-lg bg-card px-5 shadow-card">
        {data?.map(({ appid, name, description, app_owner_info: owner }) => (
          <li key={appid} className="flex items-center gap-3 border-b border-line py-3 last:border-0">
            <div className="min-w-0 flex-1">
              <div className="truncate font-medium">{name}</div>
              <div className="truncate text-small text-mute">{description || owner.name}</div>
            </div>
            <Button size="sm" onClick={() => void revoke(appid, name)}>
              {t('authorized.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsPage>
  )
}
