import { FilterOperation } from '@orrery/contract/shared/database-enums'
import { expect, test } from 'vitest'
import { complete, type FilterGroup, filterOf, readTree, writeTree } from './filter-tree.ts'

const { GREATER_THAN, IS_NOT_NULL, LIKE } = FilterOperation
const tree: FilterGroup = {
  join: 'and',
  list: [
    { field: 'field.score', operation: GREATER_THAN, value: '3' },
    {
      join: 'or',
      list: [
        { field: 'field.answer', operation: IS_NOT_NULL, value: '' },
        { field: 'field.text', operation: LIKE, value: 'a' },
      ],
    },
  ],
}
test('conditions and groups become a request with the keys of fields', () => {
  expect(filterOf({ join: 'and', list: [] })).toBeUndefined()
  expect(filterOf(tree)).toEqual({
    queryAndOr: 'and',
    filterFields: [
      { field_name: 'score', query_type: 'gt', values: ['3'] },
      {
        sub_filter: {
          queryAndOr: 'or',
          filterFields: [
            { field_name: 'answer', query_type: 'exist', values: [] },
            { field_name: 'text', query_type: 'match', values: ['a'] },
          ],
        },
      },
    ],
  })
})
test('the search parameter stores a tree, and invalid text becomes an empty one', () => {
  expect(readTree(writeTree(tree))).toEqual(tree)
  expect(readTree(writeTree({ ...tree, join: 'or' }))).toEqual({ ...tree, join: 'or' })
  for (const text of [undefined, '', 'x', '{}', '3', '[["a"]]', '{"or":4}']) expect(readTree(text).list).toEqual([])
})
test('incomplete conditions and conditions on deleted fields are left out', () => {
  const open: FilterGroup = { join: 'or', list: [{ field: 'field.x', operation: LIKE, value: ' ' }] }
  expect(complete({ join: 'and', list: [...tree.list, open] }, (field) => field !== 'field.score')).toEqual({
    join: 'and',
    list: [tree.list[1]],
  })
})
