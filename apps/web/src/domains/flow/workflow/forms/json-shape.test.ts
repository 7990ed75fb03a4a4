import { listType } from '@orrery/engine/describe'
import { expect, test } from 'vitest'
import { shapeOfJson } from './json-shape.ts'

test('derives names and types from the example at every depth', () => {
  expect(shapeOfJson('{"a": "x", "n": 3, "f": 1.5, "ok": true, "nothing": null, "o": {"b": [1, 2]}}')).toEqual([
    { name: 'a', type: 'string' },
    { name: 'n', type: 'integer' },
    { name: 'f', type: 'float' },
    { name: 'ok', type: 'boolean' },
    { name: 'nothing', type: 'string' },
    { name: 'o', type: 'object', schema: [{ name: 'b', ...listType('integer') }] },
  ])
})
test('merges the fields of all objects in a list', () => {
  expect(shapeOfJson('{"l": [{"a": 1}, {"b": "x"}]}')).toEqual([
    {
      name: 'l',
      type: 'list',
      schema: {
        type: 'object',
        schema: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'string' },
        ],
      },
    },
  ])
})
test('infers float for lists of integers and floats, and string for other mixed lists', () => {
  expect(shapeOfJson('{"a": [1, 2.5], "b": [1, "x"], "c": []}')).toEqual([
    { name: 'a', ...listType('float') },
    { name: 'b', ...listType('string') },
    { name: 'c', ...listType('string') },
  ])
})
test('turns keys that are not valid names into names', () => {
  expect(shapeOfJson('{"a-b": 1, "2nd": 1}')!.map((item) => item.name)).toEqual(['a_b', '_2nd'])
})
test.each(['', '[1]', '3', 'null', '{'])('%j is not an object', (text) => expect(shapeOfJson(text)).toBeUndefined())
