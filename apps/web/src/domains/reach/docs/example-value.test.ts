import { describe, expect, it } from 'vitest'
import { exampleValue } from './example-value.ts'
import type { JsonSchema } from './json-schema.ts'

const example = (schema: JsonSchema, seeds = {}) => exampleValue(schema, schema, seeds)
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

describe('an example value', () => {
  it('has all required fields, with hints about what to enter', () => {
    const schema = object({ name: { type: 'string' }, size: { type: 'integer', minimum: 1 }, note: {} }, [
      'name',
      'size',
    ])
    expect(example(schema)).toEqual({ name: '<name>', size: 1 })
  })

  it('prefers examples of the schema', () => {
    const schema = object({ a: { default: 3 }, b: { enum: ['x', 'y'] }, c: { const: 7 }, d: { type: 'boolean' } })
    expect(example(schema)).toEqual({ a: 3, b: 'x', c: 7, d: false })
  })

  it('fills in known values', () => {
    const id: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
    expect(example(object({ space_id: id, user_id: id }), { space_id: '42' })).toEqual({
      space_id: '42',
      user_id: '<user_id>',
    })
  })

  it('contains an item in a list only if one is required', () => {
    const items = object({ id: { type: 'string' } })
    expect(example(object({ list: { type: 'array', items, minItems: 1 } }))).toEqual({ list: [{ id: '<id>' }] })
    expect(example(object({ list: { type: 'array', items } }))).toEqual({ list: [] })
  })

  it('ends for a schema that requires itself', () => {
    const endless: JsonSchema = object({ next: { $ref: '#' } })
    expect(JSON.stringify(example(endless)).length).toBeLessThan(200)
  })
})
