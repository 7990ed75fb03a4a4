import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { assignedRoleOf } from './assignable-role.ts'

export const roleFilters = ['any', 'owner', 'admin', 'member', 'tester'] as const
export type RoleFilter = (typeof roleFilters)[number]
export const sortColumns = ['role', 'person', 'active', 'made', 'joined'] as const
export type SortColumn = (typeof sortColumns)[number]
export interface MemberSort {
  by: SortColumn
  descending: boolean
}

/** The most useful direction of a column: names from A, times from the latest. */
export const naturalSort = (by: SortColumn): MemberSort => ({ by, descending: by !== 'role' && by !== 'person' })

/** Matches parts of names and user names in any case. */
export function filterMembers(members: readonly Member[], word: string, role: RoleFilter): Member[] {
  const wanted = word.trim().replace(/^@/, '').toLowerCase()
  return members.filter(
    (member) =>
      (role === 'any' || roleIn(member) === role) &&
      (member.name.toLowerCase().includes(wanted) || member.user_name.toLowerCase().includes(wanted)),
  )
}

const roleIn = (member: Member) => (member.space_role_type === SpaceRole.owner ? 'owner' : assignedRoleOf(member))

/** Sorts members; within a role and between equals, the most recently active first. */
export function sortMembers(members: readonly Member[], { by, descending }: MemberSort, language: string): Member[] {
  const names = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
  const compare: Record<SortColumn, (a: Member, b: Member) => number> = {
    role: (a, b) => a.space_role_type - b.space_role_type || Number(a.is_tester) - Number(b.is_tester),
    person: (a, b) => names.compare(a.name, b.name),
    active: (a, b) => a.last_active_at - b.last_active_at,
    made: (a, b) => a.resource_count - b.resource_count,
    joined: (a, b) => Number(a.join_date) - Number(b.join_date),
  }
  const sign = descending ? -1 : 1
  return members.toSorted(
    (a, b) => sign * compare[by](a, b) || b.last_active_at - a.last_active_at || names.compare(a.name, b.name),
  )
}
