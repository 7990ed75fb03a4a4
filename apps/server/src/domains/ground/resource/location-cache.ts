import type { Located } from '#kit/access.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'

export interface LocationCacheDeps {
  bus: Bus
  clock: Clock
  read(id: string): Promise<Located | undefined>
}
const KEEP_MS = 5000
/** Longer than any transaction that deletes a resource: until then a read may still see it, and is not cached. */
const BYPASS_MS = 10_000
const LIMIT = 20_000
const TOPIC = 'resource'

/**
 * Caches the location of resources, which the access check of nearly every call needs, for a few seconds. A resource that is
 * deleted or gets another owner is dropped in every process at once, and not cached again until the change is committed.
 */
export function createLocationCache({ bus, clock, read }: LocationCacheDeps) {
  const cached = new Map<string, { location: Located; until: number }>()
  const bypassed = new Map<string, number>()
  let allBypassedUntil = 0

  function invalidate(id: string) {
    const until = clock.now() + BYPASS_MS
    if (id === '*') {
      cached.clear()
      allBypassedUntil = until
      return
    }
    cached.delete(id)
    for (const [other, end] of bypassed) if (end < clock.now()) bypassed.delete(other)
    bypassed.set(id, until)
  }
  bus.subscribe(TOPIC, invalidate)
  const isBypassed = (id: string, now: number) => now < allBypassedUntil || now < (bypassed.get(id) ?? 0)

  return {
    async find(id: string): Promise<Located | undefined> {
      const known = cached.get(id)
      if (known && clock.now() < known.until) return known.location
      const location = await read(id)
      const now = clock.now()
      if (!location || isBypassed(id, now)) {
        cached.delete(id)
        return location
      }
      if (cached.size >= LIMIT) cached.clear()
      cached.set(id, { location, until: now + KEEP_MS })
      return location
    },
    /** To be called before the change is committed. `*` stands for all resources. */
    invalidate: (id: string): Promise<void> => bus.publish(TOPIC, id),
  }
}
