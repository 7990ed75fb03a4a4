import type { LiveUser, ResourceUser } from '@orrery/contract'
import type { SearchKind } from '@orrery/contract'
import { useT } from '#lib/i18n.ts'
import { linkOf, tileOf } from '#lib/resource-kinds.ts'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'

const MAX_SHOWN = 8
type Shown = ResourceUser | LiveUser
/** Parts of a project are opened inside it. */
const placeOf = (user: Shown) =>
  'project_id' in user && user.project_id
    ? { id: user.project_id, kind: 'project' as const, sub_type: 0, space_id: user.space_id }
    : { id: user.id, kind: user.kind as SearchKind, sub_type: user.sub_type, space_id: user.space_id }

/** The resources that use something, with their channels. They open in a new tab, so that the question stays open. */
export function UserList({ users, label }: { users: readonly Shown[]; label: string }) {
  const t = useT('bin')
  const more = users.length - MAX_SHOWN
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {users.slice(0, MAX_SHOWN).map((user) => (
        <li key={user.id} className="flex min-w-0 items-center gap-2">
          <TypeTile kind={tileOf({ kind: user.kind as SearchKind, sub_type: user.sub_type })} size={20} />
          <a href={linkOf(placeOf(user))} target="_blank" rel="noreferrer" className="min-w-0 truncate hover:underline">
            {user.name}
          </a>
          <span className="min-w-0 flex-1 truncate text-small text-mute">{detailOf(user, t)}</span>
          {user.channels.map((channel) => (
            <Tag key={channel.id} tone="ok">
              {channel.name}
            </Tag>
          ))}
        </li>
      ))}
      {more > 0 && <li className="text-small text-mute">{t('more', { count: more })}</li>}
    </ul>
  )
}

function detailOf(user: Shown, t: ReturnType<typeof useT<'bin'>>): string {
  if ('via' in user) return user.via && t('live.via', { workflow: user.via })
  const states = [user.in_draft && t('usedBy.draft'), user.in_published && t('usedBy.published')]
  return [user.project_name, ...states].filter(Boolean).join(' · ')
}
