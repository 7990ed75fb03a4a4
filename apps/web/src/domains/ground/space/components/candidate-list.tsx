import { SpaceRole } from '@orrery/contract/shared/policy'
import { X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import type { AddPeople } from '../use-add-people.ts'

const roleOf = { admin: SpaceRole.admin, member: SpaceRole.member } as const

/** Found people, with the role they will get. */
export function CandidateList({ adding }: { adding: AddPeople }) {
  const t = useT('space')
  if (adding.people.length === 0) return null
  return (
    <ul aria-label={t('add.found')} className="max-h-56 overflow-y-auto rounded-lg border border-line">
      {adding.people.map(({ person, role }) => (
        <li key={person.user_id} className="flex h-12 items-center gap-2.5 border-b border-line px-3 last:border-b-0">
          <Avatar name={person.name} id={person.user_id} src={person.icon_url} size={26} decorative />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{person.name}</span>
            <span className="block truncate text-small text-mute">@{person.user_name}</span>
          </span>
          {person.is_join ? (
            <Tag>{t('add.already')}</Tag>
          ) : (
            <Select
              size="sm"
              className="w-24"
              label={t('add.roleOf', { name: person.name })}
              items={[
                { value: 'member', label: t('role.member') },
                { value: 'admin', label: t('role.admin') },
              ]}
              value={role === SpaceRole.admin ? 'admin' : 'member'}
              onChange={(next) => adding.setRole(person.user_id, roleOf[next])}
            />
          )}
          <IconButton
            size="sm"
            icon={X}
            label={t('add.drop', { name: person.name })}
            onClick={() => adding.drop(person.user_id)}
          />
        </li>
      ))}
    </ul>
  )
}
