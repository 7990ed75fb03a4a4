import { FilterOperation } from '@orrery/contract/shared/database-enums'
import { expect, test } from 'vitest'
import type { DatasetField } from './dataset.queries.ts'
import { filterOf, rowColumns } from './row-columns.ts'

const field = (key: string, more: Partial<DatasetField> = {}): DatasetField => ({
  key,
  name: key,
  description: '',
  contentType: 1,
  defaultFormat: 1,
  schemaKey: 1,
  textSchema: '',
  isRequired: false,
  hidden: false,
  status: 1,
  ...more,
})

test('hidden and deleted fields have no column', () => {
  const columns = rowColumns([field('a'), field('b', { hidden: true }), field('c', { status: 2 })])
  expect(columns.map(({ key }) => key)).toEqual(['field.a'])
})
test('conditions of the grid are asked of the server by the keys of fields', () => {
  expect(filterOf([])).toBeUndefined()
  expect(
    filterOf([
      { field: 'field.score', operation: FilterOperation.GREATER_THAN, value: '3' },
      { field: 'field.answer', operation: FilterOperation.IS_NOT_NULL, value: '' },
    ]),
  ).toEqual({
    queryAndOr: 'and',
    filterFields: [
      { field_name: 'score', query_type: 'gt', values: ['3'] },
      { field_name: 'answer', query_type: 'exist', values: [] },
    ],
  })
})
