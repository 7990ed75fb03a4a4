import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'

/** The roles that an owner or admin can assign. */
export const givenRoles = ['admin', 'member', 'tester'] as const
export type GivenRole = (typeof givenRoles)[number]

/** The role as the server stores it: a tester is a member with fewer rights. */
export const asKept = (role: GivenRole) => ({
  space_role_type: role === 'admin' ? SpaceRole.admin : SpaceRole.member,
  is_tester: role === 'tester',
})
/** The assigned role of a member; the role of the owner cannot be assigned. */
export function givenOf({ space_role_type: role, is_tester: isTester }: Member): GivenRole | null {
  if (role === SpaceRole.admin) return 'admin'
  return role === SpaceRole.member ? (isTester ? 'tester' : 'member') : null
}
