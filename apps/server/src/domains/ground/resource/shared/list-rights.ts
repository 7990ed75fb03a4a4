import { collaborativeKinds, mayResource, type ResourceAction, type StandingRole } from '@orrery/contract'
import type { Membership } from '#kit/access.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'

export interface RightsDeps {
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
  rolesOf(resourceId: string, userId: string): Promise<readonly StandingRole[]>
}
export type Rights = (row: Pick<ResourceRow, 'id' | 'kind' | 'ownerId'>) => Promise<(action: ResourceAction) => boolean>

/** The rights of one person on the rows of a list in one space; what all rows share is queried once. */
export async function rightsIn({ membership, rolesOf }: RightsDeps, userId: string, spaceId: string): Promise<Rights> {
  const member = await membership(userId, spaceId)
  return async (row) => {
    if (!member) return () => false
    const isOwner = row.ownerId === userId
    const isShared = !(collaborativeKinds as readonly string[]).includes(row.kind)
    const standing = {
      spaceType: member.type,
      spaceRole: member.role,
      isTester: member.isTester,
      isOwner,
      roles: isOwner || isShared ? [] : await rolesOf(row.id, userId),
    }
    return (action) => mayResource(row.kind, standing, action)
  }
}
