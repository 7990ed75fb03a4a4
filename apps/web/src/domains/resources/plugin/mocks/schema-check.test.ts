import { expect, test } from 'vitest'
import { mismatchesOf, sampleOf, type Schema } from './schema-check.ts'

const schema: Schema = {
  type: 'object',
  required: ['places'],
  properties: {
    places: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, stars: { type: 'integer' } },
      },
    },
    total: { type: 'number' },
  },
}

test('every mismatch is reported with its path', () => {
  expect(mismatchesOf({ places: [{ name: 'A', stars: 4 }], total: 1.5 }, schema)).toEqual([])
  expect(mismatchesOf({ places: [{ stars: 4.5 }, 'B'], extra: 1 }, schema)).toEqual([
    { path: 'places[0].name', kind: 'missing', wanted: 'string' },
    { path: 'places[0].stars', kind: 'type', wanted: 'integer' },
    { path: 'places[1]', kind: 'type', wanted: 'object' },
    { path: 'extra', kind: 'unknown', wanted: '' },
  ])
  expect(mismatchesOf([], schema)).toEqual([{ path: '$', kind: 'type', wanted: 'object' }])
})

test('the sample fits the schema', () => {
  const sample = sampleOf(schema)
  expect(sample).toEqual({ places: [{ name: '', stars: 0 }], total: 0 })
  expect(mismatchesOf(sample, schema)).toEqual([])
})
