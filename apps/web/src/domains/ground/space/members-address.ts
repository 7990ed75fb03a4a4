import { naturalSort, type RoleFilter, roleFilters, type MemberSort, sortColumns } from './member-list.ts'

export const tabNames = ['members', 'invitations', 'models', 'settings', 'keys', 'activity'] as const
export type TabName = (typeof tabNames)[number]

/** Page state in the address, so that views can be shared and the back button works. */
export interface MembersAddress {
  tab: TabName
  word: string
  role: RoleFilter
  sort: MemberSort
}

const firstSort = naturalSort('role')
const oneOf = <V extends string>(value: unknown, values: readonly V[], fallback: V): V =>
  values.find((item) => item === value) ?? fallback

export function readMembersAddress(query: Record<string, unknown>): MembersAddress {
  const { sort, word } = query
  return {
    tab: oneOf(query['tab'], tabNames, 'members'),
    word: typeof word === 'string' ? word : '',
    role: oneOf(query['role'], roleFilters, 'any'),
    sort: typeof sort === 'string' ? readSort(sort) : firstSort,
  }
}

/** `-active` means the latest first. */
function readSort(text: string): MemberSort {
  const by = sortColumns.find((column) => column === text.replace(/^-/, ''))
  return by ? { by, descending: text.startsWith('-') } : firstSort
}

/** Omits default values. */
export function writeMembersAddress({
  tab,
  word,
  role,
  sort,
}: MembersAddress): Partial<Record<keyof MembersAddress, string>> {
  const isFirst = sort.by === firstSort.by && sort.descending === firstSort.descending
  return {
    tab: tab === 'members' ? undefined : tab,
    word: word || undefined,
    role: role === 'any' ? undefined : role,
    sort: isFirst ? undefined : `${sort.descending ? '-' : ''}${sort.by}`,
  }
}
