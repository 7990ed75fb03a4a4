import type { Member, Space } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { invitedNames } from './invited-names.ts'
import { refreshSpace } from './space.queries.ts'

export interface Candidate {
  person: Member
  role: SpaceRole
}

/** Finds people by their exact user name or e-mail, collects them, and adds them. */
export function useAddPeople(space: Space) {
  const [text, setText] = useState('')
  const [people, setPeople] = useState<readonly Candidate[]>([])
  const [missing, setMissing] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const addable = people.filter(({ person }) => !person.is_join)

  const guarded = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    setError(null)
    try {
      return await work()
    } catch (caught) {
      setError(caught)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const find = () =>
    guarded(async () => {
      const names = invitedNames(text)
      if (names.length === 0) return
      const answer = await api.space.searchMembers({ space_id: space.id, search_list: names })
      const known = new Set(people.map(({ person }) => person.user_id))
      const fresh = new Map(answer.member_info_list.map((person) => [person.user_id, person]))
      setPeople([
        ...people,
        ...[...fresh.values()]
          .filter((person) => !known.has(person.user_id))
          .map((person) => ({ person, role: SpaceRole.member })),
      ])
      setMissing(answer.failed_search_list)
      // Unknown names stay in the field for correction.
      setText(answer.failed_search_list.join(', '))
    })

  const add = async (): Promise<number> => {
    const done = await guarded(async () => {
      await api.space.addMembers({
        space_id: space.id,
        member_info_list: addable.map(({ person, role }) => ({ user_id: person.user_id, space_role_type: role })),
      })
      await refreshSpace(space.id)
      return addable.length
    })
    return done ?? 0
  }

  return {
    text,
    type: (next: string) => {
      setText(next)
      setMissing([])
    },
    people,
    addable,
    missing,
    busy,
    error,
    find,
    add,
    setRole: (userId: string, role: SpaceRole) =>
      setPeople(people.map((person) => (person.person.user_id === userId ? { ...person, role } : person))),
    drop: (userId: string) => setPeople(people.filter((person) => person.person.user_id !== userId)),
  }
}
export type AddPeople = ReturnType<typeof useAddPeople>
