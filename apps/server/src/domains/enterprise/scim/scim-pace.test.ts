import { expect, test } from 'vitest'
import { type Buckets, createRateLimit } from './scim-pace.ts'

function paced(callsPerSecond: number) {
  let now = 1_000_000
  const buckets: Buckets = new Map()
  const pace = createRateLimit({ now: () => now }, callsPerSecond, buckets)
  return {
    buckets,
    wait: (ms: number) => (now += ms),
    /** Sends a number of calls; returns how many are within the limit. */
    send: (count: number, key = 'token') => Array.from({ length: count }, () => pace(key)).filter(Boolean).length,
  }
}

test('the full limit is available at once, and refills over time', () => {
  const { wait, send } = paced(25)
  expect(send(40)).toBe(25)
  expect(send(5, 'another')).toBe(5)
  wait(200)
  expect(send(40)).toBe(5)
  wait(60_000)
  expect(send(40)).toBe(25)
})

test('a client within the rate is never refused, even if some calls arrive late and together', () => {
  const { wait, send } = paced(25)
  let taken = 0
  for (let round = 0; round < 50; round += 1) {
    wait(round % 2 ? 390 : 10)
    taken += send(round % 2 ? 10 : 0)
  }
  expect(taken).toBe(250)
})

test('a clock that is set back neither adds nor removes calls', () => {
  const { wait, send } = paced(10)
  expect(send(4)).toBe(4)
  wait(-3_600_000)
  expect(send(20)).toBe(6)
  wait(1000)
  expect(send(20)).toBe(10)
})

test('only buckets of tokens that called within the last second are kept, since older ones are full', () => {
  const { wait, send, buckets } = paced(10)
  for (let token = 0; token < 1000; token += 1) {
    wait(10)
    send(1, `token ${token}`)
  }
  expect(buckets.size).toBe(100)
  wait(999)
  send(1, 'token 990')
  expect([...buckets.keys()]).toEqual(['token 999', 'token 990'])
})
