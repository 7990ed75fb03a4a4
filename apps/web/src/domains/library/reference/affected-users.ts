import type { LiveUser, ResourceUser } from '@orrery/contract'

export interface UsedBy {
  users: ResourceUser[]
  live: LiveUser[]
}

/** What is affected if these resources are deleted together, without the resources themselves. */
export function affectedUsers(found: ReadonlyMap<string, UsedBy>): UsedBy & { online: LiveUser[] } {
  const once = <T extends { id: string }>(list: T[]): T[] => [...new Map(list.map((item) => [item.id, item])).values()]
  const all = [...found.values()]
  const live = once(all.flatMap((item) => item.live))
  return {
    users: once(all.flatMap((item) => item.users)).filter((user) => !found.has(user.id)),
    live: live.filter((user) => !found.has(user.id)),
    online: live.filter((user) => found.has(user.id)),
  }
}
