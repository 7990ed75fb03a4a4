import { describe, expect, test } from 'vitest'
import { type Pass, QUIET_MS, MAX_SAME_FAULTS } from './pass.ts'
import { runPass } from './run-pass.ts'
import { createWindow } from './window.ts'

interface Result {
  item: number
  fault?: string
}
const clock = { now: () => Date.now() }
const tools = { clock, pause: async () => {} }

/** A pass over numbers that stores its results in a map instead of a table. */
function passOver(count: number, work: Pass<number, Result>['work'], more: Partial<Pass<number, Result>> = {}) {
  const stored = new Map<number, Result[]>()
  let given = 0
  const pass: Pass<number, Result> = {
    window: 4,
    retries: 2,
    async next(limit) {
      const items = Array.from({ length: Math.min(limit, count - given) }, (_, at) => given + at)
      given += items.length
      return items
    },
    work,
    failed: (item, cause) => ({ item, fault: (cause as Error).message }),
    faultOf: (cause) => ((cause as Error).message === 'busy' ? 'passing' : 'final'),
    async write(results) {
      for (const result of results) stored.set(result.item, [...(stored.get(result.item) ?? []), result])
      return true
    },
    isCancelled: async () => false,
    ...more,
  }
  return { pass, stored }
}

describe('a pass', () => {
  test('writes one result per item, and never processes more items at a time than its window', async () => {
    let [now, most] = [0, 0]
    const { pass, stored } = passOver(50, async (item) => {
      most = Math.max(most, (now += 1))
      await Promise.resolve()
      now -= 1
      return { item }
    })
    expect(await runPass(pass, tools)).toEqual({ end: 'done' })
    expect([...stored.values()].map((results) => results.length)).toEqual(Array.from({ length: 50 }, () => 1))
    expect(most).toBeLessThanOrEqual(4)
  })
  test('starts no item while more unwritten results wait than allowed', async () => {
    let [written, begun, most] = [0, 0, 0]
    const { pass } = passOver(
      100,
      async (item) => {
        begun += 1
        most = Math.max(most, begun - written)
        return { item }
      },
      {
        window: 1,
        ahead: 5,
        async write(results) {
          await new Promise((resolve) => setImmediate(resolve))
          written += results.length
          return true
        },
      },
    )
    expect(await runPass(pass, tools)).toEqual({ end: 'done' })
    // As many as are being written, as many again waiting, and the one in progress.
    expect([written, most]).toEqual([100, expect.toSatisfy((n: number) => n <= 11)])
  })
  test('retries temporary faults but not final ones', async () => {
    const tries = [0, 0, 0]
    const { pass, stored } = passOver(3, async (item) => {
      tries[item]! += 1
      if (item === 0 && tries[0]! < 3) throw new Error('busy')
      if (item === 1) throw new Error('busy')
      if (item === 2) throw new Error('no key')
      return { item }
    })
    await runPass(pass, tools)
    expect(tries).toEqual([3, 3, 1])
    expect([0, 1, 2].map((item) => stored.get(item)![0]!.fault)).toEqual([undefined, 'busy', 'no key'])
  })
  test('stops when all items fail in the same way', async () => {
    const { pass, stored } = passOver(1000, async () => {
      throw new Error('bad key')
    })
    expect(await runPass(pass, tools)).toMatchObject({ end: 'stopped', cause: { message: 'bad key' } })
    expect(stored.size).toBeGreaterThanOrEqual(MAX_SAME_FAULTS)
    expect(stored.size).toBeLessThan(1000)
  })
  test('aborts the items in progress when it is cancelled, starts no others and keeps its results', async () => {
    let isCancelled = false
    let begun = 0
    const work: Pass<number, Result>['work'] = async (item, signal) => {
      begun += 1
      if (item < 2) return { item }
      isCancelled = true
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))))
    }
    const { pass, stored } = passOver(100, work, { isCancelled: async () => isCancelled })
    expect(await runPass(pass, tools)).toEqual({ end: 'cancelled' })
    expect([...stored.keys()]).toEqual([0, 1])
    expect(begun).toBeLessThanOrEqual(6)
  })
  test('writes nothing more after losing its lease to another process', async () => {
    let writes = 0
    const { pass } = passOver(1000, async (item) => new Promise((done) => setImmediate(() => done({ item }))), {
      next: async () => [1],
      write: async () => {
        writes += 1
        return false
      },
    })
    expect(await runPass(pass, tools)).toEqual({ end: 'lost' })
    expect(writes).toBe(1)
  })
  test('fails when its results cannot be written', async () => {
    const { pass } = passOver(3, async (item) => ({ item }), {
      write: () => Promise.reject(new Error('no database')),
    })
    await expect(runPass(pass, tools)).rejects.toThrow('no database')
  })
})

test('a window is halved when the other side throttles, and grows by one per quiet minute', () => {
  let now = 0
  const window = createWindow(8, { now: () => now })
  window.slowDown()
  expect(window.size()).toBe(4)
  now += QUIET_MS
  expect([window.size(), window.size()]).toEqual([5, 5])
  for (let n = 0; n < 5; n += 1) window.slowDown()
  expect(window.size()).toBe(1)
  now += 20 * QUIET_MS
  expect(window.size()).toBe(2)
})
