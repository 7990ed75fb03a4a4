import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'

const DAY = 24 * 3600
test('remaining days count from the deletion to the expiry', () => {
  const left = (seconds: number) => daysLeft({ expire_time: 1_000_000 + seconds }, 1_000_000_000)
  expect([30 * DAY, 30 * DAY - 1, DAY, DAY - 1, 0, -5].map(left)).toEqual([30, 30, 1, 0, 0, 0])
})
