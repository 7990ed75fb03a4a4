import { expect, test } from 'vitest'
import type { Bus } from './bus.ts'
import { type CacheOptions, createCache } from './cache.ts'

/** A bus within this process, with as much of the interface as a cache uses. */
function localBus() {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const subscribe: Bus['subscribe'] = (topic, listener) => {
    listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    return () => {}
  }
  const publish: Bus['publish'] = async (topic, payload) =>
    listeners.get(topic)?.forEach((listener) => listener(payload))
  return { subscribe, publish, close: async () => {} } satisfies Bus
}
/** A cache that counts its loads: the value contains the number of its load. */
function open(options: Partial<CacheOptions<string | undefined>> = {}) {
  const bus = localBus()
  const loads: string[] = []
  const cache = createCache<string | undefined>({
    bus,
    limit: 100,
    topic: 'thing',
    load: async (id, variant) => {
      loads.push(variant ? `${id}/${variant}` : id)
      return `${id} ${loads.length}`
    },
    ...options,
  })
  return { bus, cache, loads }
}
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('a value is loaded once, and a hit returns the very same promise', async () => {
  const { cache, loads } = open()
  const first = cache.get('a')
  expect(await first).toBe('a 1')
  expect(cache.get('a')).toBe(first)
  expect(loads).toEqual(['a'])
})

test('concurrent callers share one load', async () => {
  const { cache, loads } = open()
  expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  expect(loads).toEqual(['a', 'b'])
})

test('a message drops all variants of the id it names, and nothing else', async () => {
  const { bus, cache } = open()
  for (const [id, variant] of [['a'], ['a', 'x'], ['b'], ['ab', 'x']] as const) await cache.get(id, variant)
  await bus.publish('thing', 'a')
  expect(await cache.get('b')).toBe('b 3')
  expect(await cache.get('ab', 'x')).toBe('ab 4')
  expect(await cache.get('a')).toBe('a 5')
  expect(await cache.get('a', 'x')).toBe('a 6')
})

test('`*`, and any message on a clearing topic, drops everything', async () => {
  const { bus, cache } = open({ clearOn: ['other'] })
  await cache.get('a')
  await bus.publish('thing', '*')
  expect(await cache.get('a')).toBe('a 2')
  await bus.publish('other', 'whatever')
  expect(await cache.get('a')).toBe('a 3')
})

test('a load that began before the message is not cached', async () => {
  const { open: finish, opened } = gate()
  let stored = 'old'
  const { bus, cache } = open({
    load: async () => {
      const read = stored
      await opened
      return read
    },
  })
  const before = cache.get('a')
  stored = 'new'
  await bus.publish('thing', 'a')
  const after = cache.get('a')
  finish()
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await cache.get('a')).toBe('new')
})

test('a failed load is not cached, and does not drop the load that follows it', async () => {
  const { open: fail, opened } = gate()
  let isDown = true
  const { bus, cache, loads } = open({
    load: async (id) => {
      loads.push(id)
      if (!isDown) return 'up'
      await opened
      throw new Error('down')
    },
  })
  const failing = cache.get('a')
  await bus.publish('thing', 'a')
  isDown = false
  expect(await cache.get('a')).toBe('up')
  fail()
  await expect(failing).rejects.toThrow('down')
  expect(await cache.get('a')).toBe('up')
  isDown = true
  await expect(cache.get('b')).rejects.toThrow('down')
  isDown = false
  expect(await cache.get('b')).toBe('up')
  expect(loads).toEqual(['a', 'a', 'b', 'b'])
})

test.each([
  [false, 2],
  [true, 1],
])('with keepsMissing %s, a missing value is loaded %i times', async (keepsMissing, times) => {
  let count = 0
  const load = async () => void (count += 1)
  const { cache } = open({ keepsMissing, load: async () => load().then(() => undefined) })
  expect(await cache.get('a')).toBeUndefined()
  expect(await cache.get('a')).toBeUndefined()
  expect(count).toBe(times)
})

test('beyond the limit, the least recently used entry is evicted', async () => {
  const { cache, loads } = open({ limit: 2 })
  await cache.get('a')
  await cache.get('b')
  await cache.get('a')
  await cache.get('c')
  expect(await cache.get('a')).toBe('a 1')
  await cache.get('b')
  expect(loads).toEqual(['a', 'b', 'c', 'b'])
})

test('an expired entry is loaded again, even when the clock was set back', async () => {
  let now = 1000
  const { cache } = open({ ttl: { ms: 10, clock: { now: () => now } } })
  expect(await cache.get('a')).toBe('a 1')
  now = 1009
  expect(await cache.get('a')).toBe('a 1')
  now = 1010
  expect(await cache.get('a')).toBe('a 2')
  now = 500
  expect(await cache.get('a')).toBe('a 3')
})

test('values can be dropped by their content, together with all pending loads', async () => {
  const { cache } = open()
  await cache.get('a')
  await cache.get('b')
  const loading = cache.get('c')
  cache.forgetWhere((value) => value === 'a 1')
  await loading
  expect(await cache.get('a')).toBe('a 4')
  expect(await cache.get('b')).toBe('b 2')
  expect(await cache.get('c')).toBe('c 5')
})
