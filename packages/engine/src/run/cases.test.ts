import { describe, expect, test } from 'vitest'
import { allCases } from '#testing/all-cases.ts'
import { observe, summarise, wanted } from '#testing/harness.ts'

describe.each(Object.entries(allCases))('%s', (_area, cases) => {
  test.each(cases.map((testCase) => [testCase.name, testCase] as const))('%s', async (_name, item) => {
    const observed = await observe(item)
    const found = summarise(observed, item.expect)
    expect(found).toEqual(wanted(item.expect, found))
    item.expect.asked?.(observed.world)
  })
})

test('the table covers many cases', () => {
  expect(Object.values(allCases).flat().length).toBeGreaterThanOrEqual(200)
})
