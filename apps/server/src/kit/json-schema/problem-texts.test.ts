import { expect, test } from 'vitest'
import { checkValue, readArguments } from './check-value.ts'
import { problemInChinese } from './problem-texts.ts'

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
])('what is wrong with %j reads as Chinese', (schema, value) => {
  const problem = checkValue(value, schema) ?? ''
  expect(problem).toMatch(/^[\x20-\x7E“”]+$/)
  expect(problemInChinese(problem)).toMatch(/\p{Script=Han}/u)
})

test('so does a text that is no JSON', () => {
  const read = readArguments('{', {})
  expect('problem' in read && problemInChinese(read.problem)).toBe('参数不是有效的 JSON')
})
