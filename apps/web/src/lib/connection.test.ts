import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }))
afterEach(() => void vi.useRealTimers())

function setUp() {
  const ping = vi.fn(async () => false)
  const onBack = vi.fn()
  return { ping, onBack, connection: createConnection({ ping, onBack }) }
}

it('is online until a request fails', () => {
  const { connection } = setUp()
  expect(connection.current()).toBeNull()
  connection.lost()
  expect(connection.current()).toEqual({ since: 100_000, nextTryAt: 102_000 })
})

it('retries after 2, 4, 8, 16 and then every 30 s, and remembers since when it is offline', async () => {
  const { connection, ping } = setUp()
  connection.lost()
  for (const wait of [2, 4, 8, 16, 30, 30]) {
    const before = ping.mock.calls.length
    await vi.advanceTimersByTimeAsync(wait * 1000 - 1)
    expect(ping.mock.calls.length).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(ping.mock.calls.length).toBe(before + 1)
  }
  expect(connection.current()!.since).toBe(100_000)
})

it('is online as soon as the server answers, and starts from 2 s the next time', async () => {
  const { connection, ping, onBack } = setUp()
  connection.lost()
  await vi.advanceTimersByTimeAsync(2_000)
  ping.mockResolvedValue(true)
  await connection.retry()
  expect(connection.current()).toBeNull()
  expect(onBack).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ping).toHaveBeenCalledTimes(2)
  connection.lost()
  expect(connection.current()!.nextTryAt).toBe(Date.now() + 2_000)
})

it('counts a failed probe as offline, and several lost requests as one loss', async () => {
  const { connection, ping } = setUp()
  ping.mockRejectedValue(new TypeError('fetch failed'))
  connection.lost()
  connection.lost()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ping).toHaveBeenCalledTimes(1)
  expect(connection.current()).not.toBeNull()
})
