import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { authorizedQuery, refreshAuthorized } from '../oauth.queries.ts'

export function AuthorizedList() {
  const t = useT('oauth')
  const { data } = useQuery(authorizedQuery)
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
  return (
    <section className="border-t border-line px-5 py-4">
      <h2 className="font-semibold">{t('authorized.title')}</h2>
      {data?.length === 0 && <p className="mt-1 text-mute">{t('authorized.empty')}</p>}
      <ul>
        {data?.map(({ appid, name, description, app_owner_info: owner }) => (
          <li key={appid} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
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
    </section>
  )
}
