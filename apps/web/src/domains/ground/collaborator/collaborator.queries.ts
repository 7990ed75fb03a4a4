import type { ResourceAction } from '@orrery/contract/shared/policy'
import type { CollaborativeKind } from '@orrery/contract/shared/resource-kinds'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export interface Shared {
  kind: CollaborativeKind
  id: string
  spaceId: string
}
export type Sharing = Awaited<ReturnType<typeof api.collaborator.sharing>>
export type Person = Sharing['owner']
export type Collaborator = Sharing['collaborators'][number]
export type Role = Sharing['assignable_roles'][number]

const types = { bot: 4, workflow: 6, project: 19 } as const satisfies Record<CollaborativeKind, number>
/** The resource as in the calls about collaborators. */
export const resourceOf = ({ kind, id }: Pick<Shared, 'kind' | 'id'>) => ({ id, type: types[kind] })

/** The collaborators of a resource, and the user's rights on it. */
export const sharingQuery = (kind: CollaborativeKind, id: string) =>
  queryOptions({
    queryKey: ['collaborators', kind, id],
    staleTime: 30_000,
    queryFn: ({ signal }) => api.collaborator.sharing({ resource: resourceOf({ kind, id }) }, { signal }),
  })

/** People, groups and service identities of the enterprise who are not in the space. */
export const candidatesQuery = (shared: Shared, word: string) =>
  queryOptions({
    queryKey: ['collaborators', shared.kind, shared.id, 'candidates', word],
    queryFn: ({ signal }) => api.collaborator.candidates({ resource: resourceOf(shared), word }, { signal }),
  })

/** For hiding controls, which stay hidden while the rights are loading. The server checks again. */
export function useRights(kind: CollaborativeKind, id: string): (action: ResourceAction) => boolean {
  const { data } = useQuery(sharingQuery(kind, id))
  return (action) => data?.rights.includes(action) ?? false
}
