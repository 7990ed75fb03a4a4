import { expect, test } from 'vitest'
import { firstMapping, mappingsOf } from './import-mapping.ts'

const column = (name: string) => ({
  name,
  description: '',
  contentType: 1,
  defaultFormat: 1,
  schemaKey: 1,
  textSchema: '',
  isRequired: false,
  hidden: false,
  status: 1,
})

test('each column is mapped to the field of the same name, and each field is used once', () => {
  const fields = [
    { key: 'f1', name: 'Reference output' },
    { key: 'score', name: 'Score' },
  ]
  const mapping = firstMapping({ fields: ['reference_output', 'Score', 'score', 'other'].map(column) }, fields)
  expect(mapping).toEqual({ reference_output: 'f1', Score: 'score', score: '', other: '' })
  expect(mappingsOf(mapping)).toEqual([
    { source: 'reference_output', target: 'f1' },
    { source: 'Score', target: 'score' },
  ])
})
