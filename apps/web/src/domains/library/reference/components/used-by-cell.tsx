import { useT } from '#lib/i18n.ts'
import { useKindNames } from '#lib/resource-kinds.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Popover } from '#ui/popover.tsx'
import type { UsedBy } from '../affected-users.ts'
import { countByKind } from '../count-by-kind.ts'
import { UserList } from './user-list.tsx'

/** The number of users by kind; a click lists them. */
export function UsedByCell({ name, usedBy }: { name: string; usedBy: UsedBy | undefined }) {
  const t = useT('bin')
  const names = useKindNames()
  if (!usedBy) return null
  if (usedBy.users.length === 0) return <span className="text-mute">{t('usedBy.nobody')}</span>
  const who = countByKind(usedBy.users)
    .map(({ kind, count }) => {
      const name = count === 1 ? names.one(kind) : names.many(kind)
      return t('usedBy.kind', { count, kind: name.toLowerCase() })
    })
    .join(', ')
  return (
    <Popover
      title={t('usedBy.list', { name })}
      trigger={
        <button
          type="button"
          aria-label={t('usedBy.by', { name, who })}
          className={buttonStyle('quiet', 'sm', '-ml-2 max-w-full truncate px-2 text-body font-normal text-ink')}
        >
          {who}
        </button>
      }
    >
      <UserList users={usedBy.users} label={t('usedBy.list', { name })} />
    </Popover>
  )
}
