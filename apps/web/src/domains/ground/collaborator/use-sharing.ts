import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { resourceOf, type Role, type Shared, sharingQuery } from './collaborator.queries.ts'

const person = 1

/** Somebody who could not be added or removed, and why. */
interface Left {
  id: string
  reason: string
}

/** The people of one thing, and every change to them; each change loads them again. */
export function useSharing({ kind, id }: Shared) {
  const resource = resourceOf({ kind, id })
  const query = sharingQuery(kind, id)
  const client = useQueryClient()
  const { data, error } = useQuery({ ...query, staleTime: 0 })
  const [left, setLeft] = useState<readonly Left[]>([])
  const change = useMutation({
    mutationFn: (act: () => Promise<readonly Left[]>) => act(),
    onSuccess: setLeft,
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  const many = (ids: readonly string[]) => ({ resource, principal_type: person, principal_ids: [...ids] })
  return {
    data,
    error: error ?? change.error,
    isBusy: change.isPending,
    left,
    add: (ids: readonly string[], roles: Role[]) =>
      change.mutateAsync(async () => {
        const { failed } = await api.collaborator.batchAdd({ ...many(ids), collaborator_types: roles })
        return failed.map((item) => ({ id: item.id, reason: item.msg }))
      }),
    remove: (ids: readonly string[]) =>
      change.mutateAsync(async () => {
        const { failed_ids: failed } = await api.collaborator.batchRemove(many(ids))
        return failed.map((failedId) => ({ id: failedId, reason: '' }))
      }),
    setRoles: (userId: string, roles: Role[]) =>
      change.mutateAsync(async () => {
        const principal = { id: userId, type: 1 as const }
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
