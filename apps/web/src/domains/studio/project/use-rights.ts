import { mayResource, type ResourceAction } from '@orrery/contract/shared/policy'
import { useQuery } from '@tanstack/react-query'
import { useSpace } from '#lib/spaces.ts'
import { sharingQuery } from '#domains/ground/collaborator/index.ts'

/**
 * The rights of the user on a project, for hiding controls. While loading, they are derived from the role in the space.
 * The server checks them again.
 */
export function useRights(projectId: string): (action: ResourceAction) => boolean {
  const space = useSpace()
  const { data } = useQuery(sharingQuery('project', projectId))
  const standing = { spaceType: space.space_type, spaceRole: space.space_role_type, isOwner: false, roles: [] }
  return (action) => (data ? data.rights.includes(action) : mayResource('project', standing, action))
}
