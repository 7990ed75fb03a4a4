import type { Located } from '#kit/access.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'

export interface PlaceDeps {
  bus: Bus
  clock: Clock
  read(id: string): Promise<Located | undefined>
}
const KEEP_MS = 5000
/** Longer than any transaction that removes something: until then nobody keeps what may be about to go. */
const DOUBT_MS = 10_000
const LIMIT = 20_000
const TOPIC = 'resource'

/**
 * Where things live, for the check before every call. Kept for seconds; let go at once, everywhere, when something is removed or
 * gets another owner, and then not kept again until the change is certainly written.
 */
export function createPlaces({ bus, clock, read }: PlaceDeps) {
  const kept = new Map<string, { place: Located; until: number }>()
  const doubtful = new Map<string, number>()
  let allDoubtfulUntil = 0

  function doubt(id: string) {
    const until = clock.now() + DOUBT_MS
    if (id === '*') {
      kept.clear()
      allDoubtfulUntil = until
      return
    }
    kept.delete(id)
    for (const [item, end] of doubtful) if (end < clock.now()) doubtful.delete(item)
    doubtful.set(id, until)
  }
  bus.subscribe(TOPIC, doubt)
  const isDoubtful = (id: string, now: number) => now < allDoubtfulUntil || now < (doubtful.get(id) ?? 0)

  return {
    async find(id: string): Promise<Located | undefined> {
      const known = kept.get(id)
      if (known && clock.now() < known.until) return known.place
      const place = await read(id)
      const now = clock.now()
      if (!place || isDoubtful(id, now)) {
        kept.delete(id)
        return place
      }
      if (kept.size >= LIMIT) kept.clear()
      kept.set(id, { place, until: now + KEEP_MS })
      return place
    },
    /** Before the change is written, or in its transaction. `*`: any of them. */
    change: (id: string): Promise<void> => bus.publish(TOPIC, id),
  }
}
