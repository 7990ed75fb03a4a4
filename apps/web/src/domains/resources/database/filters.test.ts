import { expect, it } from 'vitest'
import { criterionOf, firstSort, readFilters, readSort, writeFilters, writeSort } from './filters.ts'

it('rows have to match all filters, and the word in any column', () => {
  const filters = [
    { field: 'budget', operation: 3, value: '100' },
    { field: 'city', operation: 1, value: '' },
  ] as const
  expect(criterionOf(filters, 'lis', ['city', 'notes'])).toEqual({
    conditions: [{ left: 'budget', operation: 3, right: '100' }],
    logic: 'and',
    nestedConditions: {
      conditions: [
        { left: 'city', operation: 11, right: 'lis' },
        { left: 'notes', operation: 11, right: 'lis' },
      ],
      logic: 'or',
    },
  })
  expect(criterionOf([], '', ['city'])).toBeUndefined()
})

it('searches for a literal percent sign', () => {
  expect(criterionOf([], '5%', ['a'])?.nestedConditions?.conditions[0]?.right).toBe(String.raw`%5\%%`)
})

it('filters and order are stored in the search parameters, and invalid ones are ignored', () => {
  const filters = [{ field: 'city', operation: 11 as const, value: 'Lis' }]
  expect(readFilters(writeFilters(filters))).toEqual(filters)
  expect(readFilters('{')).toEqual([])
  expect(readFilters('[["city",99,"x"],5]')).toEqual([])
  expect(writeSort(firstSort)).toBeUndefined()
  expect(readSort(writeSort({ field: 'city', isAscending: true }))).toEqual({ field: 'city', isAscending: true })
})
