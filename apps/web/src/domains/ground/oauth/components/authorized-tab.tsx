import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { authorizedQuery, refreshAuthorized } from '../oauth.queries.ts'

type Authorized = Awaited<ReturnType<typeof api.oauth.authorizedApps>>['authorized_apps'][number]
const isOnBehalf = (type: Authorized['authorization_type']) => type === 'OnBehalfOfUser'

/** Apps of others that act for the person, until they are revoked. */
export function AuthorizedTab() {
  const t = useT('oauth')
  const { data, error, refetch } = useQuery(authorizedQuery)
  const revoke = ({ appid, name, authorization_type }: Authorized) =>
    confirm({
      title: t('authorized.revokeTitle', { name }),
      text: t(isOnBehalf(authorization_type) ? 'authorized.optOutText' : 'authorized.revokeText'),
      action: t('authorized.revoke'),
      danger: true,
      onConfirm: async () => {
        await api.oauth.revoke({ appid, authorization_type })
        await refreshAuthorized()
        toast.ok(t('authorized.revoked', { name }))
      },
    })
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return <EmptyState icon={ShieldCheck} title={t('authorized.empty')} text={t('authorized.emptyText')} />
  return (
    <SettingsPage>
      <ul aria-label={t('authorized.title')} className="rounded-lg bg-card px-5 shadow-card">
        {data?.map((app) => (
          <li
            key={app.authorization_type + app.appid}
            className="flex items-center gap-3 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0 flex-1">
              <div className="flex items-center gap-2 font-medium">
                <span className="truncate">{app.name}</span>
                {isOnBehalf(app.authorization_type) && <Tag tone="outline">{t('authorized.byEnterprise')}</Tag>}
              </div>
              <div className="truncate text-small text-mute">{app.description || app.app_owner_info.name}</div>
            </div>
            <Button size="sm" onClick={() => void revoke(app)}>
              {t('authorized.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsPage>
  )
}
