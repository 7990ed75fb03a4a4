import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'

export interface CacheOptions<Value> {
  bus: Bus
  /** Messages on this topic name the id that changed, or `*` for any of them. */
  topic?: string
  /** Any message on these topics empties the cache. */
  clearOn?: readonly string[]
  /** Beyond this number of entries, the least recently used one is evicted. */
  limit: number
  /** The maximum age of an entry. Without it, entries stay until a message reports a change. */
  ttl?: { ms: number; clock: Clock }
  /** Whether `undefined` is cached too. Use it only if a message reports a new value, or with a short `ttl`. */
  keepsMissing?: boolean
  load(id: string, variant: string): Promise<Value>
}
interface Entry<Value> {
  id: string
  loadedAt: number
  result: Promise<Value>
  /** Set when the load has finished. */
  loaded?: { value: Value }
}

const keyOf = (id: string, variant: string): string => (variant === '' ? id : `${id}\n${variant}`)

/**
 * A cache for values that are read often and change rarely. Concurrent callers share one load, and failures are not
 * cached. A message of the bus also drops pending loads: what they read may be older than the change.
 */
export function createCache<Value>(options: CacheOptions<Value>) {
  const { bus, topic, clearOn = [], limit, ttl, keepsMissing = false, load } = options
  const entries = new Map<string, Entry<Value>>()
  let hasVariants = false
  const isFresh = ({ loadedAt }: Entry<Value>) => !ttl || Math.abs(ttl.clock.now() - loadedAt) < ttl.ms

  /** Returns the stored promise, so that a hit allocates nothing. `variant` distinguishes several values of one id. */
  function get(id = '', variant = ''): Promise<Value> {
    const key = keyOf(id, variant)
    const kept = entries.get(key)
    if (kept && isFresh(kept)) {
      // The map is ordered by last use. The order is not maintained while there is plenty of room, to save time.
      if (entries.size * 2 > limit) moveToEnd(key, kept)
      return kept.result
    }
    const entry = begin(id, variant, key)
    moveToEnd(key, entry)
    if (entries.size > limit) entries.delete(entries.keys().next().value!)
    return entry.result
  }
  /** The cached value without waiting; undefined also when it is not loaded yet. */
  function known(id = '', variant = ''): Value | undefined {
    const entry = entries.get(keyOf(id, variant))
    return entry?.loaded && isFresh(entry) && entries.size * 2 <= limit ? entry.loaded.value : undefined
  }
  function moveToEnd(key: string, entry: Entry<Value>): void {
    entries.delete(key)
    entries.set(key, entry)
  }
  function begin(id: string, variant: string, key: string): Entry<Value> {
    hasVariants ||= variant !== ''
    const entry: Entry<Value> = { id, loadedAt: ttl?.clock.now() ?? 0, result: load(id, variant) }
    const drop = () => entries.get(key) === entry && entries.delete(key)
    entry.result.then((value) => {
      entry.loaded = { value }
      if (value === undefined && !keepsMissing) drop()
    }, drop)
    return entry
  }
  /** Drops all variants of an id. */
  function forget(id: string): void {
    entries.delete(id)
    if (hasVariants) for (const [key, entry] of entries) if (entry.id === id) entries.delete(key)
  }

  if (topic) bus.subscribe(topic, (id) => (id === '*' ? entries.clear() : forget(id)))
  for (const name of clearOn) bus.subscribe(name, () => entries.clear())
  return {
    get,
    known,
    forget,
    /** Drops the values that match, and all pending loads, because they might match. */
    forgetWhere(matches: (value: Value) => boolean): void {
      for (const [key, { loaded }] of entries) if (!loaded || matches(loaded.value)) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}
