import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'

/** What an owner or admin can make of a person. */
export const givenRoles = ['admin', 'member', 'tester'] as const
export type GivenRole = (typeof givenRoles)[number]

/** As the server keeps it: a tester is a member with fewer rights. */
export const asKept = (role: GivenRole) => ({
  space_role_type: role === 'admin' ? SpaceRole.admin : SpaceRole.member,
  is_tester: role === 'tester',
})
/** Owners have a role that is not given. */
export function givenOf({ space_role_type: role, is_tester: isTester }: Member): GivenRole | null {
  if (role === SpaceRole.admin) return 'admin'
  return role === SpaceRole.member ? (isTester ? 'tester' : 'member') : null
}
