import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import type { Role, Sharing } from '../collaborator.queries.ts'
import type { useSharing } from '../use-sharing.ts'
import { RoleSelect } from './role-select.tsx'

interface CandidatesProps {
  spaceId: string
  sharing: ReturnType<typeof useSharing>
  data: Sharing
  onNames: (names: ReadonlyMap<string, string>) => void
}

/** Members of the space who can be added, in a role that the reader may give. */
export function Candidates({ spaceId, sharing, data, onNames }: CandidatesProps) {
  const t = useT('space')
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [roles, setRoles] = useState<Role[]>(['BotEditor'])
  const { data: members } = useQuery({
    queryKey: ['space-members', spaceId, 'collaborators', word],
    queryFn: ({ signal }) => api.space.members({ space_id: spaceId, search_word: word, size: 20 }, { signal }),
  })
  const known = new Set([data.owner.id, ...data.collaborators.map(({ person }) => person.id)])
  const others = members?.member_info_list.filter((member) => !known.has(member.user_id))
  const outside = new Map([...chosen].filter(([id]) => !known.has(id)))
  const choose = (id: string, name: string, isOn: boolean) =>
    setChosen((before) => new Map([...before, [id, name] as const].filter(([other]) => isOn || other !== id)))
  const add = (people: ReadonlyMap<string, string>) => {
    onNames(people)
    void sharing.add([...people.keys()], roles).then(
      () => setChosen(new Map()),
      () => undefined,
    )
  }
  return (
    <section className="border-t border-line pt-3">
      <div className="flex items-center gap-2">
        <SearchInput value={word} onChange={setWord} placeholder={t('collaborators.search')} />
        <RoleSelect
          label={t('collaborators.addAs')}
          roles={roles}
          assignable={data.assignable_roles}
          onChange={setRoles}
        />
      </div>
      <ul className="mt-2 flex flex-col gap-1">
        {others?.map(({ user_id: id, name, icon_url: icon, user_label: label }) => (
          <li key={id} className="flex h-9 items-center gap-2.5">
            <Checkbox
              label={t('collaborators.choose', { name })}
              checked={chosen.has(id)}
              onChange={(isOn) => choose(id, name, isOn)}
            />
            <Avatar name={name} id={id} src={icon} size={24} decorative />
            <span className="min-w-0 truncate">{name}</span>
            <LabelTag label={label} />
            <span className="flex-1" />
            <Button
              size="sm"
              aria-label={t('collaborators.addName', { name })}
              onClick={() => add(new Map([[id, name]]))}
            >
              {t('collaborators.add')}
            </Button>
          </li>
        ))}
        {others?.length === 0 && <li className="text-small text-mute">{t('collaborators.none')}</li>}
      </ul>
      {outside.size > 0 && (
        <Button icon={UserPlus} busy={sharing.isBusy} className="mt-2" onClick={() => add(outside)}>
          {t('collaborators.addSome', { count: outside.size })}
        </Button>
      )}
    </section>
  )
}
