import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFlags, type FlagDeps, type Flags } from './flags.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(load: FlagDeps['load'], cached: unknown = {}, more: Partial<FlagDeps> = {}) {
  const cache = { read: () => cached, write: vi.fn<(flags: Flags) => void>() }
  return { flags: createFlags({ load, cache, ...more }), cache }
}
const never = () => new Promise<never>(() => {})

describe('feature flags', () => {
  it('come from the server, and are cached for the next start', async () => {
    const { flags, cache } = setUp(async () => ({ a: true, b: false }))
    await flags.start()
    expect([flags.isOn('a'), flags.isOn('b'), flags.all()]).toEqual([true, false, { a: true, b: false }])
    expect(cache.write.mock.calls).toEqual([[{ a: true, b: false }]])
  })

  it('that are unknown are off, also for inherited property names', async () => {
    const { flags } = setUp(async () => ({}))
    await flags.start()
    expect([flags.isOn('a'), flags.isOn('constructor'), flags.isOn('__proto__')]).toEqual([false, false, false])
  })

  it('cannot be read before they are loaded', async () => {
    const { flags } = setUp(async () => ({ a: true }))
    expect(() => flags.isOn('a')).toThrow('before')
    expect(() => flags.all()).toThrow('before')
    await flags.start()
    expect(flags.isOn('a')).toBe(true)
  })

  it('are waited for at most 4 s, then the cached ones apply', async () => {
    const { flags } = setUp(never, { a: true })
    let isReady = false
    void flags.start().then(() => (isReady = true))
    await vi.advanceTimersByTimeAsync(3_999)
    expect(isReady).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isReady).toBe(true)
    expect(flags.isOn('a')).toBe(true)
    flags.stop()
  })

  it('are waited for at least 1 s', async () => {
    const { flags } = setUp(never, { a: true }, { timeout: 10 })
    let isReady = false
    void flags.start().then(() => (isReady = true))
    await vi.advanceTimersByTimeAsync(999)
    expect(isReady).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isReady).toBe(true)
    flags.stop()
  })

  it.each([[undefined], [null], ['nonsense'], [{ a: 'yes' }]])('are empty when %j was cached', async (cached) => {
    const { flags } = setUp(() => Promise.reject(new Error('down')), cached)
    await flags.start()
    expect(flags.all()).toEqual({})
    flags.stop()
  })

  it('that are not all booleans are rejected as a whole', async () => {
    const { flags, cache } = setUp(async () => ({ a: true, b: 'true' }), { c: true })
    await flags.start()
    expect(flags.all()).toEqual({ c: true })
    expect(cache.write).not.toHaveBeenCalled()
    flags.stop()
  })

  it('from the cache are reloaded every 5 s until the server answers', async () => {
    const load = vi.fn<FlagDeps['load']>().mockRejectedValue(new Error('down'))
    const { flags } = setUp(load, { a: false })
    const changed = vi.fn()
    await flags.start()
    flags.onChange(changed)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(2)
    load.mockResolvedValue({ a: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([load.mock.calls.length, flags.isOn('a'), changed.mock.calls.length]).toEqual([3, true, 1])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('in strict mode throw on a failure', async () => {
    const { flags } = setUp(() => Promise.reject(new Error('down')), { a: true }, { strict: true })
    await expect(flags.start()).rejects.toThrow('down')
    expect(() => flags.isOn('a')).toThrow('before')
  })

  it('in strict mode also throw when they are late', async () => {
    const { flags } = setUp(never, { a: true }, { strict: true })
    const start = expect(flags.start()).rejects.toThrow('4000 ms')
    await vi.advanceTimersByTimeAsync(4_000)
    await start
  })
})
