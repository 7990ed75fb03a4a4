import { expect, test } from 'vitest'
import { labelsOf, marksOn } from './chart-labels.ts'

const hour = 3_600_000
const times = [0, 1, 2].map((n) => Date.UTC(2026, 5, 14, n))
const mark = (at: number, version: string) => ({ at, object: '1', name: 'Guide', version })

test('publications are marked at the bar of their time, and those of the same bar share a mark', () => {
  const [, second] = labelsOf(times, hour)
  expect(marksOn([mark(times[1]! + 5, 'v2'), mark(times[1]! + 9, '1789012345'), mark(1, 'v0')], times, hour)).toEqual([
    { label: second, texts: ['Guide v2', 'Guide'] },
  ])
})
