import { expect, it } from 'vitest'
import { changeOf } from './use-change.ts'
import { daysOf } from './use-days.ts'

const figures = { calls: 1, failed: 0, tokens_in: 10, tokens_out: 5, cost: 0.5 }

it('there is a row for every day, with separate amounts for preview and online use', () => {
  const days = [
    { day: '2026-03-01', source: 'preview' as const, ...figures },
    { day: '2026-03-01', source: 'online' as const, ...figures, tokens_in: 20 },
    { day: '2026-02-01', source: 'online' as const, ...figures },
  ]
  const rows = daysOf(days, 3, (entry) => entry.tokens_in + entry.tokens_out, Date.parse('2026-03-02T10:00:00Z'))
  expect(rows.map(({ label, preview, online }) => [label, preview, online])).toEqual([
    ['02-28', 0, 0],
    ['03-01', 15, 25],
    ['03-02', 0, 0],
  ])
})

it('the change is undefined without a previous amount', () => {
  expect(changeOf(12, 10)).toBeCloseTo(0.2)
  expect(changeOf(5, 10)).toBe(-0.5)
  expect(changeOf(5, 0)).toBeUndefined()
})
