import { describe, expect, test } from 'vitest'
import { readArguments, readSchema } from './schema-fields.ts'

const schema = JSON.stringify({
  type: 'object',
  required: ['city', 'days', 'dry'],
  properties: {
    city: { type: 'string', description: 'Where' },
    days: { type: 'integer' },
    unit: { type: 'string', enum: ['C', 'F'], default: 'C' },
    dry: { type: 'boolean' },
    place: { type: 'object' },
    broken: 'not a schema',
  },
})

describe('the form of a tool', () => {
  test('has a field for each property of the schema, in that order', () => {
    expect(readSchema(schema).map(({ name, kind, isRequired, first }) => [name, kind, isRequired, first])).toEqual([
      ['city', 'text', true, ''],
      ['days', 'number', true, ''],
      ['unit', 'choice', false, 'C'],
      ['dry', 'boolean', true, ''],
      ['place', 'json', false, ''],
    ])
    expect(readSchema('{')).toEqual([])
    expect(readSchema('{"type":"object"}')).toEqual([])
  })

  test('returns values of the right type and leaves out empty ones', () => {
    const texts = { city: 'Lima', days: '3', place: '{"lat":1}' }
    expect(readArguments(readSchema(schema), texts)).toEqual({
      args: { city: 'Lima', days: 3, unit: 'C', dry: false, place: { lat: 1 } },
    })
    expect(readArguments(readSchema(schema), { ...texts, unit: '' })).toEqual({
      args: { city: 'Lima', days: 3, dry: false, place: { lat: 1 } },
    })
  })

  test.each([
    [{ days: '3' }, { wrong: 'city', why: 'missing' }],
    [
      { city: 'Lima', days: 'three' },
      { wrong: 'days', why: 'number' },
    ],
    [
      { city: 'Lima', days: '3', place: '{' },
      { wrong: 'place', why: 'json' },
    ],
  ])('refuses %j and returns the field', (texts, refusal) =>
    expect(readArguments(readSchema(schema), texts)).toEqual(refusal),
  )
})
