import { SpaceRole } from '@orrery/contract'
import type { SpaceService } from '../space.service.ts'

/** At most this many approvers of a space are notified. */
const MAX_APPROVERS = 100
/** Roles with the action `approveReleases`. */
const roles: readonly SpaceRole[] = [SpaceRole.owner, SpaceRole.admin]

/** Who approves releases in a space, and in which spaces a person may approve. */
export const createApprovers = (spaces: Pick<SpaceService, 'list' | 'members'>) => ({
  async approversOf(spaceId: string): Promise<string[]> {
    const pages = roles.map((role) => spaces.members(spaceId, { role, page: 1, size: MAX_APPROVERS }))
    return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ member }) => member.userId))
  },
  decidedBy: async (userId: string): Promise<string[]> =>
    (await spaces.list(userId)).filter(({ role }) => roles.includes(role)).map(({ space }) => space.id),
})
