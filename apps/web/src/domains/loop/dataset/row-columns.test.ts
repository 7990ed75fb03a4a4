import { expect, test } from 'vitest'
import type { DatasetField } from './dataset.queries.ts'
import { rowColumns } from './row-columns.ts'

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
