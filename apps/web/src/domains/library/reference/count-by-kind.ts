import type { ResourceUser, SearchKind } from '@orrery/contract'

/** Bots come first, because they matter most. */
const order: readonly string[] = ['bot', 'project', 'workflow']
const placeOf = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length)

export function countByKind(users: readonly Pick<ResourceUser, 'kind'>[]): { kind: SearchKind; count: number }[] {
  const counts = new Map<string, number>()
  for (const { kind } of users) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([kind, count]) => ({ kind: kind as SearchKind, count }))
}
