import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { resourceOf, type Role, type Shared, type Sharing, sharingQuery } from './collaborator.queries.ts'

const group = 3
type Kind = Sharing['collaborators'][number]['principal_type']

/** Someone who could not be added or removed, with the reason. */
interface FailedChange {
  id: string
  reason: string
}

/** The collaborators of a resource, and functions that change them; each change reloads them. */
export function useSharing({ kind, id }: Shared) {
  const resource = resourceOf({ kind, id })
  const query = sharingQuery(kind, id)
  const client = useQueryClient()
  const { data, error } = useQuery({ ...query, staleTime: 0 })
  const [failed, setFailed] = useState<readonly FailedChange[]>([])
  const change = useMutation({
    mutationFn: (act: () => Promise<readonly FailedChange[]>) => act(),
    onSuccess: setFailed,
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  /** Groups need a call of their own; people and service identities share one. */
  const byKind = (kinds: ReadonlyMap<string, Kind>) =>
    [...Map.groupBy(kinds, ([, type]) => type === group)].map(([isGroup, some]) => ({
      resource,
      principal_type: isGroup ? (group as Kind) : (1 as Kind),
      principal_ids: some.map(([one]) => one),
    }))
  return {
    data,
    error: error ?? change.error,
    isBusy: change.isPending,
    failed,
    add: (kinds: ReadonlyMap<string, Kind>, roles: Role[]) =>
      change.mutateAsync(async () => {
        const answers = []
        for (const many of byKind(kinds))
          answers.push(await api.collaborator.batchAdd({ ...many, collaborator_types: roles }))
        return answers.flatMap(({ failed }) => failed.map((item) => ({ id: item.id, reason: item.msg })))
      }),
    remove: (kinds: ReadonlyMap<string, Kind>) =>
      change.mutateAsync(async () => {
        const answers = []
        for (const many of byKind(kinds)) answers.push(await api.collaborator.batchRemove(many))
        return answers.flatMap(({ failed_ids: failed }) => failed.map((failedId) => ({ id: failedId, reason: '' })))
      }),
    setRoles: (principalId: string, type: Kind, roles: Role[]) =>
      change.mutateAsync(async () => {
        const principal = { id: principalId, type }
        await api.collaborator.modify({ resource, principal, collaborator_types: roles })
        return []
      }),
    setOpen: (isOpen: boolean) =>
      change.mutateAsync(async () => {
        await api.collaborator.setOpen({ resource, is_open: isOpen })
        return []
      }),
  }
}
