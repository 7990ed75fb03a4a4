import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Popover } from '#ui/popover.tsx'
import type { UsedBy } from '../left-behind.ts'
import { UserList } from './user-list.tsx'

/** In a list: how many use it, and on a press which ones. */
export function UsedByCell({ name, usedBy }: { name: string; usedBy: UsedBy | undefined }) {
  const t = useT('bin')
  if (!usedBy) return null
  const { length: count } = usedBy.users
  if (count === 0) return <span className="px-2 text-mute">0</span>
  return (
    <Popover
      title={t('usedBy.list', { name })}
      trigger={
        <button type="button" aria-label={t('usedBy.count', { count, name })} className={buttonStyle('quiet', 'sm')}>
          {formatNumber(count)}
        </button>
      }
    >
      <UserList users={usedBy.users} label={t('usedBy.list', { name })} />
    </Popover>
  )
}
