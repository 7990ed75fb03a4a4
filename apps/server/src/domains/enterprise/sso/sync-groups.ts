import type { PersonGroups } from '#domains/enterprise/enterprise/group.service.ts'

interface Wanted {
  enterpriseId: string
  userId: string
  groupIds: readonly string[]
  source: 'sso' | 'ldap'
}

/** Sets a person’s group memberships from one source; memberships from other sources stay. */
export async function syncGroups(
  groups: Pick<PersonGroups, 'ofPerson' | 'setMembers'>,
  { enterpriseId, userId, groupIds, source }: Wanted,
): Promise<void> {
  const current = await groups.ofPerson(enterpriseId, userId)
  const missing = groupIds.filter((id) => !current.some((group) => group.id === id))
  const over = current.filter((group) => group.source === source && !groupIds.includes(group.id))
  for (const id of missing) await groups.setMembers(enterpriseId, id, { add: [userId] }, undefined, source)
  for (const { id } of over) await groups.setMembers(enterpriseId, id, { remove: [userId] }, undefined, source)
}
