import { describe, expect, test } from 'vitest'
import { allCases } from '#testing/all-cases.ts'
import { observe, summarise, wanted } from '#testing/harness.ts'

describe.each(Object.entries(allCases))('%s', (_area, cases) => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const observed = await observe(one)
    const found = summarise(observed, one.expect)
    expect(found).toEqual(wanted(one.expect, found))
    one.expect.asked?.(observed.world)
  })
})

test('the table is broad', () => {
  expect(Object.values(allCases).flat().length).toBeGreaterThanOrEqual(200)
})
