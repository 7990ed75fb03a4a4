import { expect, test } from 'vitest'
import { shownColumns, toggledColumns, defaultColumns } from './trace-columns.ts'

test('columns have the order of the list, regardless of the order of selection', () => {
  const chosen = toggledColumns(toggledColumns(defaultColumns, 'spans'), 'app')
  expect(chosen).toEqual(['time', 'input', 'status', 'latency', 'spans', 'tokens', 'cost', 'rating', 'user'])
  expect(toggledColumns(toggledColumns(chosen, 'app'), 'spans')).toEqual(defaultColumns)
})

test('the columns that identify a row cannot be removed, and unknown names are left out', () => {
  expect(toggledColumns(['time', 'input'], 'input')).toEqual(['time', 'input'])
  expect(shownColumns(['latency', 'gone'])).toEqual(['time', 'input', 'latency'])
})
