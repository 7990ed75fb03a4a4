import { expect, it } from 'vitest'
import { tryValues } from './try-values.ts'

const parameters = [
  { name: 'city', type: 'string' },
  { name: 'days', type: 'integer' },
  { name: 'exact', type: 'boolean' },
  { name: 'tags', type: 'array' },
]

it('converts typed text to values of the right type, and omits empty ones', () => {
  expect(tryValues(parameters, { city: ' Porto ', days: '3', exact: 'true', tags: '["a"]' })).toEqual({
    values: { city: 'Porto', days: 3, exact: true, tags: ['a'] },
  })
  expect(tryValues(parameters, { city: '42', days: ' ' })).toEqual({ values: { city: '42' } })
})
it('names the parameter that cannot be parsed', () => {
  expect(tryValues(parameters, { days: 'three' })).toEqual({ wrong: 'days' })
  expect(tryValues(parameters, { exact: 'maybe' })).toEqual({ wrong: 'exact' })
  expect(tryValues(parameters, { tags: '[' })).toEqual({ wrong: 'tags' })
})
