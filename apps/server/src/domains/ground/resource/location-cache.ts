import type { Located } from '#kit/access.ts'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'

export interface LocationCacheDeps {
  bus: Bus
  clock: Clock
  read(id: string): Promise<Located | undefined>
}
const KEEP_MS = 5000
/** Longer than any transaction that deletes a resource; until then every caller bypasses the cache. */
const BYPASS_MS = 10_000
const TOPIC = 'resource'

/**
 * Caches the location of resources, which the access check of nearly every call needs, for a few seconds. A resource that is
 * deleted or changes its owner is evicted in every process at once, and not cached again until the change is committed.
 */
export function createLocationCache({ bus, clock, read }: LocationCacheDeps) {
  const locations = createCache({ bus, topic: TOPIC, limit: 20_000, ttl: { ms: KEEP_MS, clock }, load: read })
  const bypassed = new Map<string, number>()
  let allBypassedUntil = 0

  bus.subscribe(TOPIC, (id) => {
    const now = clock.now()
    if (id === '*') {
      allBypassedUntil = now + BYPASS_MS
      return
    }
    for (const [other, end] of bypassed) if (end < now) bypassed.delete(other)
    bypassed.set(id, now + BYPASS_MS)
  })
  function isBypassed(id: string): boolean {
    const now = clock.now()
    return now < allBypassedUntil || now < (bypassed.get(id) ?? 0)
  }

  return {
    read,
    find: (id: string): Promise<Located | undefined> => (isBypassed(id) ? read(id) : locations.get(id)),
    /** Must be called before the change is committed. `*` evicts all resources. */
    invalidate: (id: string): Promise<void> => bus.publish(TOPIC, id),
  }
}
