import { UserMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Person, Sharing } from '../collaborator.queries.ts'
import type { useSharing } from '../use-sharing.ts'
import { PrincipalTag } from './principal-tag.tsx'
import { RoleSelect } from './role-select.tsx'

interface PeopleListProps {
  sharing: ReturnType<typeof useSharing>
  data: Sharing
}

/** The owner, then the collaborators with their roles; one or several can be removed. */
export function PeopleList({ sharing, data }: PeopleListProps) {
  const t = useT('space')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const mayRemove = data.rights.includes('deleteCollaborator')
  const inside = chosen.filter((id) => data.collaborators.some(({ person }) => person.id === id))
  const choose = (id: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((other) => other !== id)))
  const remove = (ids: readonly string[]) =>
    void sharing
      .remove(
        new Map(
          data.collaborators
            .filter(({ person }) => ids.includes(person.id))
            .map(({ person, principal_type: type }) => [person.id, type] as const),
        ),
      )
      .then(
        () => setChosen([]),
        () => undefined,
      )
  return (
    <>
      <ul aria-label={t('collaborators.title')} className="flex flex-col gap-1">
        <li className="flex h-9 items-center gap-2.5">
          {mayRemove && <span className="w-4" />}
          <Who person={data.owner} />
          <Tag>{t('collaborators.owner')}</Tag>
        </li>
        {data.collaborators.map(({ person, roles, principal_type: type, is_guest: isGuest, members }) => (
          <li key={person.id} className="flex h-9 items-center gap-2.5">
            {mayRemove && (
              <Checkbox
                label={t('collaborators.choose', { name: person.name })}
                checked={chosen.includes(person.id)}
                onChange={(isOn) => choose(person.id, isOn)}
              />
            )}
            <Who person={person}>
              <PrincipalTag type={type} isGuest={isGuest} members={members} />
            </Who>
            <RoleSelect
              label={t('collaborators.roleOf', { name: person.name })}
              roles={roles}
              assignable={data.assignable_roles}
              disabled={sharing.isBusy}
              onChange={(next) => void sharing.setRoles(person.id, type, next).catch(() => undefined)}
            />
            {mayRemove && (
              <IconButton
                icon={UserMinus}
                kind="danger"
                label={t('collaborators.remove', { name: person.name })}
                onClick={() => remove([person.id])}
              />
            )}
          </li>
        ))}
      </ul>
      {inside.length > 0 && (
        <Button kind="danger-quiet" icon={UserMinus} busy={sharing.isBusy} onClick={() => remove(inside)}>
          {t('collaborators.removeSome', { count: inside.length })}
        </Button>
      )}
    </>
  )
}

function Who({ person, children }: { person: Person; children?: ReactNode }) {
  return (
    <>
      <Avatar name={person.name} id={person.id} src={person.avatar_url} size={24} decorative />
      <span className="min-w-0 truncate font-medium">{person.name}</span>
      <LabelTag label={person.user_label} />
      {children}
      <span className="flex-1" />
    </>
  )
}
