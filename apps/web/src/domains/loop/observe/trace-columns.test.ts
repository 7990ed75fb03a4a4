import { expect, test } from 'vitest'
import { shownColumns, toggledColumns, usualColumns } from './trace-columns.ts'

test('columns keep the order of the list, whichever was chosen first', () => {
  const chosen = toggledColumns(toggledColumns(usualColumns, 'spans'), 'app')
  expect(chosen).toEqual(['time', 'input', 'status', 'latency', 'spans', 'tokens', 'cost', 'rating', 'user'])
  expect(toggledColumns(toggledColumns(chosen, 'app'), 'spans')).toEqual(usualColumns)
})

test('what tells rows apart stays, and names that nobody knows are left out', () => {
  expect(toggledColumns(['time', 'input'], 'input')).toEqual(['time', 'input'])
  expect(shownColumns(['latency', 'gone'])).toEqual(['time', 'input', 'latency'])
})
