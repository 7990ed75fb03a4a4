import { expect, test } from 'vitest'
import { createPace } from './scim-pace.ts'

function paced(callsPerSecond: number) {
  let now = 1_000_000
  const pace = createPace({ now: () => now }, callsPerSecond)
  return {
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
