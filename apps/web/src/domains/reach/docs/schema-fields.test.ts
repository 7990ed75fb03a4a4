import { describe, expect, it } from 'vitest'
import { type JsonSchema, typeName } from './json-schema.ts'
import { fieldsOf, hasFields } from './schema-fields.ts'

const text: JsonSchema = { type: 'string' }
const person: JsonSchema = { type: 'object', properties: { name: text, age: { type: 'integer' } }, required: ['name'] }
const type = (schema: JsonSchema) => typeName(schema, schema)
const names = (schema: JsonSchema) => fieldsOf(schema, schema).map((field) => field.name)

describe('names of types', () => {
  it.each<[JsonSchema, string]>([
    [text, 'string'],
    [{}, 'any'],
    [{ const: 2 }, '2'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [text, { type: 'integer' }, text] }, 'string | integer'],
    [{ allOf: [person, { type: 'object' }] }, 'object & object'],
    [{ type: 'array', items: person }, 'array<object>'],
    [{ type: 'array' }, 'array<any>'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'map<boolean>'],
    [{ type: 'string', format: 'binary' }, 'file'],
  ])('%j', (schema, name) => expect(type(schema)).toBe(name))
})

describe('nested fields', () => {
  it('are the properties of an object, with the required ones marked', () => {
    expect(fieldsOf(person, person)).toMatchObject([
      { name: 'name', type: 'string', required: true },
      { name: 'age', type: 'integer', required: false },
    ])
  })

  it('are found in lists, maps, unions and intersections', () => {
    expect(names({ type: 'array', items: person })).toEqual(['name', 'age'])
    expect(names({ type: 'object', additionalProperties: person })).toEqual(['{key}'])
    expect(names({ anyOf: [person, { type: 'null' }] })).toEqual(['name', 'age'])
    expect(names({ anyOf: [person, { type: 'object', properties: { id: text } }] })).toEqual(['#1', '#2'])
    expect(names({ allOf: [person, { type: 'object', properties: { id: text } }] })).toEqual(['name', 'age', 'id'])
    expect(names({ type: 'object', additionalProperties: text })).toEqual([])
  })

  it('of a recursive schema can be opened at every level', () => {
    const tree: JsonSchema = {
      type: 'object',
      properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
    }
    const below = fieldsOf(tree, tree)[1]!
    expect(below.type).toBe('array<object>')
    expect(hasFields(below.schema, tree)).toBe(true)
    expect(fieldsOf(below.schema, tree).map((field) => field.name)).toEqual(['name', 'children'])
  })

  it('are found through references, and a broken reference has none', () => {
    const root: JsonSchema = {
      $defs: { person },
      properties: { by: { $ref: '#/$defs/person' }, to: { $ref: '#/$defs/x' } },
    }
    const [by, to] = fieldsOf(root, root)
    expect(hasFields(by!.schema, root)).toBe(true)
    expect([hasFields(to!.schema, root), to!.type]).toEqual([false, 'any'])
  })
})
