import type { Member, Space } from '@orrery/contract'
import { maySpace, type SpaceAction, SpaceRole, SpaceType } from '@orrery/contract/shared/policy'
import type { TabName } from './members-address.ts'

/** The user's rights on a member. People leave instead of removing themselves, and cannot change their own role. */
export interface MemberRights {
  role: boolean
  remove: boolean
  /** May transfer the ownership to them. */
  handOver: boolean
  leave: boolean
}

const may = (space: Space, action: SpaceAction): boolean => maySpace(space.space_role_type, space.space_type, action)
export const isTeam = (space: Pick<Space, 'space_type'>): boolean => space.space_type === SpaceType.team

export function memberRights(space: Space, member: Member, myId: string): MemberRights {
  const isMe = member.user_id === myId
  const isOwner = member.space_role_type === SpaceRole.owner
  const isOther = isTeam(space) && !isMe && !isOwner
  return {
    role: isOther && may(space, 'updateMember'),
    remove: isOther && may(space, 'removeMember'),
    handOver: isOther && may(space, 'transfer'),
    leave: isTeam(space) && isMe && may(space, 'exit'),
  }
}

/** A personal space has no invitations, whatever its owner may do. */
export const mayInvite = (space: Space): boolean => isTeam(space) && may(space, 'addMember')
export const mayChoose = (space: Space): boolean =>
  isTeam(space) && (may(space, 'updateMember') || may(space, 'removeMember'))

/** Tabs of the space settings that this member sees. */
export const openTabs = (space: Space): Record<TabName, boolean> => ({
  members: true,
  invitations: !isTeam(space) || mayInvite(space),
  models: true,
  settings: true,
  keys: may(space, 'api'),
  activity: may(space, 'audit'),
})
