import { mayResource, type ResourceAction } from '@orrery/contract/shared/policy'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#lib/account.ts'
import { useSpace } from '#lib/spaces.ts'
import { collaboratorsQuery } from './project.queries.ts'

/** Rights of the user on a project, for hiding controls. The server checks again. */
export function useRights(projectId: string): (action: ResourceAction) => boolean {
  const { user_id_str: me } = useAccount()
  const space = useSpace()
  const { data } = useQuery(collaboratorsQuery(projectId))
  return (action) =>
    mayResource(
      'project',
      {
        spaceType: space.space_type,
        spaceRole: space.space_role_type,
        isOwner: data?.owner_info.user_id === me,
        isEditor: data?.collaborator_info.some((item) => item.user_id === me) ?? false,
      },
      action,
    )
}
