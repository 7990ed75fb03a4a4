import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'

/** The roles that an owner or admin can assign. */
export const assignableRoles = ['admin', 'member', 'tester'] as const
export type AssignableRole = (typeof assignableRoles)[number]

/** The role as the server stores it: a tester is a member with fewer rights. */
export const storedRole = (role: AssignableRole) => ({
  space_role_type: role === 'admin' ? SpaceRole.admin : SpaceRole.member,
  is_tester: role === 'tester',
})
/** The assigned role of a member; the role of the owner cannot be assigned. */
export function assignedRoleOf({ space_role_type: role, is_tester: isTester }: Member): AssignableRole | null {
  if (role === SpaceRole.admin) return 'admin'
  return role === SpaceRole.member ? (isTester ? 'tester' : 'member') : null
}
