import { expect, test } from 'vitest'
import { checkValue, readArguments } from './check-value.ts'
import { problemInChinese } from './problem-texts.ts'
import { schemaFault } from './schema-fault.ts'

test.each([
  [{ required: ['harbour'] }, {}],
  [{ additionalProperties: false }, { wind: 1 }],
  [{ properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }, { a: true }],
  [{ properties: { a: { enum: ['x'] } } }, { a: 'y' }],
  [{ properties: { a: { const: 1 } } }, { a: 2 }],
  [{ properties: { a: { type: ['string', 'number'] } } }, { a: true }],
  [{ properties: { a: { minimum: 2 } } }, { a: 1 }],
  [{ properties: { a: { maximum: 2 } } }, { a: 3 }],
  [{ properties: { a: { minLength: 2 } } }, { a: 'x' }],
  [{ properties: { a: { maxLength: 1 } } }, { a: 'xy' }],
  [{ properties: { a: { minItems: 1 } } }, { a: [] }],
  [{ properties: { a: { maxItems: 1 } } }, { a: [1, 2] }],
  [{ type: 'object' }, 1],
  [{ properties: { a: { pattern: '^[A-Z]+$' } } }, { a: 'abc' }],
  [{ properties: { a: { format: 'date-time' } } }, { a: 'yesterday' }],
  [{ properties: { a: { format: 'date' } } }, { a: '2024-02-30' }],
  [{ properties: { a: { format: 'ipv4' } } }, { a: '256.1.1.1' }],
  [{ properties: { a: { exclusiveMinimum: 2 } } }, { a: 2 }],
  [{ properties: { a: { exclusiveMaximum: 2 } } }, { a: 2 }],
  [{ properties: { a: { multipleOf: 0.1 } } }, { a: 0.25 }],
  [{ properties: { a: { uniqueItems: true } } }, { a: [{ b: 1 }, { b: 1 }] }],
  [{ properties: { a: { contains: { type: 'number' } } } }, { a: ['x'] }],
  [{ properties: { a: { contains: { type: 'number' }, maxContains: 1 } } }, { a: [1, 2] }],
  [{ properties: { a: { prefixItems: [{ type: 'number' }], items: false } } }, { a: [1, 2] }],
  [{ properties: { a: { const: { b: 1 } } } }, { a: { b: 2 } }],
  [{ minProperties: 1 }, {}],
  [{ maxProperties: 1 }, { a: 1, b: 2 }],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
  [{ patternProperties: { '^n_': { type: 'number' } } }, { n_a: 'x' }],
  [{ additionalProperties: { type: 'number' } }, { a: 'x' }],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }],
  [{ allOf: [{ required: ['a'] }] }, {}],
  [{ oneOf: [{ type: 'object' }, { required: ['a'] }] }, { a: 1 }],
  [{ not: { required: ['a'] } }, { a: 1 }],
  [{ if: { required: ['b'] }, else: { required: ['c'] } }, { a: 1 }],
])('a problem with %j is reported in Chinese', (schema, value) => {
  const problem = checkValue(value, schema) ?? ''
  expect(problem).toMatch(/^[\x20-\x7E“”]+$/)
  expect(problemInChinese(problem)).toMatch(/\p{Script=Han}/u)
})

test('text that is not JSON is reported in Chinese too', () => {
  const read = readArguments('{', {})
  expect('problem' in read && problemInChinese(read.problem)).toBe('参数不是有效的 JSON')
})

test.each([
  [{ properties: { a: { pattern: '(' } } }, 'properties.a'],
  [{ items: { pattern: '(?=a)' } }, 'items'],
  [{ anyOf: [{ type: 'text' }] }, 'anyOf[0]'],
  [{ unevaluatedProperties: false }, 'it'],
  [{ patternProperties: { '[': {} } }, 'it'],
  [{ minLength: -1 }, 'it'],
  [{ required: 'a' }, 'it'],
])('a schema with an unsupported rule is refused with its path: %j', (schema, place) => {
  const fault = schemaFault(schema)!
  expect(fault.en).toMatch(new RegExp(`^${place.replaceAll(/[[\].]/g, String.raw`\$&`)}: `))
  expect(fault.zh).toMatch(/\p{Script=Han}/u)
})
