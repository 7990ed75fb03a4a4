import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { affectedUsers } from '../affected-users.ts'
import { usedByQuery } from '../reference.queries.ts'
import { UserList } from './user-list.tsx'

/** Shown in the question before deleting. Resources in live use come first, as a warning. */
export function UsedByDetails({ spaceId, ids }: { spaceId: string; ids: readonly string[] }) {
  const t = useT('bin')
  const { data, error } = useQuery(usedByQuery(spaceId, ids))
  if (error) return <ErrorPanel error={error} />
  if (!data) return <p className="text-small text-mute">{t('looking')}</p>
  const { users, live, online } = affectedUsers(data)
  const others = users.filter((user) => !live.some(({ id }) => id === user.id))
  const channels = [...new Set(online.flatMap((user) => user.channels.map(({ name }) => name)))]
  return (
    <div className="flex flex-col gap-3">
      {channels.length > 0 && (
        <Banner tone="warn" inset>
          {t('live.online', { channels: channels.join(', ') })}
        </Banner>
      )}
      {live.length > 0 && (
        <section className="flex flex-col gap-2">
          <Banner tone="warn" inset>
            {t('live.title', { count: live.length })}
          </Banner>
          <UserList users={live} label={t('live.title', { count: live.length })} />
        </section>
      )}
      {others.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-small text-mute">{t('usedBy.title')}</h3>
          <UserList users={others} label={t('usedBy.title')} />
        </section>
      )}
      {users.length + live.length + channels.length === 0 && <p className="text-small text-mute">{t('usedBy.none')}</p>}
    </div>
  )
}
