import { expect, test } from 'vitest'
import { barsOf, timesOfBrush, brushOf, countIn } from './histogram-bars.ts'

const overview = { bucket_ms: 10, buckets: [{ at: 1020, count: 3, failed: 1 }] }
const scale = { start: 1000, end: 1055, width: 10, size: 6 }

test('there is a bar for every interval, including empty ones', () => {
  const bars = barsOf(overview, 1000, 1055)
  expect(bars.map(({ count }) => count)).toEqual([0, 0, 3, 0, 0, 0])
  expect(countIn(bars, { first: 4, last: 1 })).toEqual({ count: 3, failed: 1 })
})

test('a marked part converted to times and back has the same bars, in either drag direction', () => {
  const part = timesOfBrush({ first: 5, last: 2 }, scale)!
  expect(part).toEqual({ from: 1020, to: 1055 })
  expect(brushOf(part, 1000, 10, 6)).toEqual({ first: 2, last: 5 })
  expect(timesOfBrush({ first: 0, last: 5 }, scale)).toBeUndefined()
  expect(brushOf({ from: 10, to: 20 }, 1000, 10, 6)).toBeUndefined()
})
