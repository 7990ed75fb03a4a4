import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { candidatesQuery, type Collaborator, type Role, type Shared, type Sharing } from '../collaborator.queries.ts'
import type { useSharing } from '../use-sharing.ts'
import { CandidateRow } from './candidate-row.tsx'
import { RoleSelect } from './role-select.tsx'

interface CandidatesProps {
  shared: Shared
  sharing: ReturnType<typeof useSharing>
  data: Sharing
  onNames: (names: ReadonlyMap<string, string>) => void
}
export interface Candidate extends Pick<Collaborator, 'person' | 'principal_type' | 'is_guest' | 'members'> {}

/** Members of the space, and in an enterprise its groups, service identities and others, with a role to assign. */
export function Candidates({ shared, sharing, data, onNames }: CandidatesProps) {
  const t = useT('space')
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [roles, setRoles] = useState<Role[]>(['BotEditor'])
  const { data: members } = useQuery({
    queryKey: ['space-members', shared.spaceId, 'collaborators', word],
    queryFn: ({ signal }) => api.space.members({ space_id: shared.spaceId, search_word: word, size: 20 }, { signal }),
  })
  const { data: outside } = useQuery(candidatesQuery(shared, word))
  const known = new Set([data.owner.id, ...data.collaborators.map(({ person }) => person.id)])
  const unknown = (candidates: readonly Candidate[]) => candidates.filter(({ person }) => !known.has(person.id))
  const inside = unknown(
    (members?.member_info_list ?? []).map(({ user_id: id, name, icon_url, user_label, user_name }) => ({
      person: { id, name, avatar_url: icon_url, user_name, ...(user_label && { user_label }) },
      principal_type: 1 as const,
      is_guest: false,
    })),
  )
  const others = unknown((outside?.candidates ?? []).map((candidate) => ({ ...candidate, is_guest: true })))
  const picked = [...chosen.values()].filter(({ person }) => !known.has(person.id))
  const choose = (candidate: Candidate, isOn: boolean) =>
    setChosen(
      (before) =>
        new Map(
          [...before, [candidate.person.id, candidate] as const].filter(([id]) => isOn || id !== candidate.person.id),
        ),
    )
  const add = (candidates: readonly Candidate[]) => {
    onNames(new Map(candidates.map(({ person }) => [person.id, person.name])))
    const kinds = new Map(candidates.map(({ person, principal_type: type }) => [person.id, type]))
    void sharing.add(kinds, roles).then(
      () => setChosen(new Map()),
      () => undefined,
    )
  }
  const rowsOf = (candidates: readonly Candidate[]) =>
    candidates.map((candidate) => (
      <CandidateRow
        key={candidate.person.id}
        candidate={candidate}
        isChosen={chosen.has(candidate.person.id)}
        onChoose={(isOn) => choose(candidate, isOn)}
        onAdd={() => add([candidate])}
      />
    ))
  const isEmpty = members !== undefined && outside !== undefined && !inside.length && !others.length
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
        {rowsOf(inside)}
        {isEmpty && <li className="text-small text-mute">{t('collaborators.none')}</li>}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className="mt-3 font-medium">{t('collaborators.enterprise')}</h3>
          <p className="text-small text-mute">{t('collaborators.enterpriseText')}</p>
          <ul aria-label={t('collaborators.enterprise')} className="mt-1 flex flex-col gap-1">
            {rowsOf(others)}
          </ul>
        </>
      )}
      {picked.length > 0 && (
        <Button icon={UserPlus} busy={sharing.isBusy} className="mt-2" onClick={() => add(picked)}>
          {t('collaborators.addSome', { count: picked.length })}
        </Button>
      )}
    </section>
  )
}
