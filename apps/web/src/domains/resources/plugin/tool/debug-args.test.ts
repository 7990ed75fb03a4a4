import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import { expect, test } from 'vitest'
import { readArgs, toArgs, toForm } from './debug-args.ts'
import { newNode } from './param-tree.ts'

const hidden = { ...newNode().rest, global_disable: true }
const withDefault = { ...newNode().rest, global_default: '10' }
const nodes = [
  newNode({ name: 'query', isRequired: true }),
  newNode({
    name: 'near',
    type: ParameterType.object,
    children: [
      newNode({ name: 'lat', type: ParameterType.number, isRequired: true }),
      newNode({ name: 'lng', type: ParameterType.number, isRequired: true }),
    ],
  }),
  newNode({ name: 'limit', type: ParameterType.integer, isRequired: true, rest: withDefault }),
  newNode({ name: 'open', type: ParameterType.bool }),
  newNode({ name: 'tags', type: ParameterType.array, item: ParameterType.string }),
  newNode({ name: 'x-lang', isRequired: true, rest: hidden }),
]

test('form values are converted to typed arguments and back', () => {
  const args = { query: 'tile museum', near: { lat: 38.7, lng: -9.1 }, limit: 3, open: true, tags: ['a'] }
  const form = toForm(nodes, args)
  expect(form).toEqual({
    query: 'tile museum',
    near: { lat: '38.7', lng: '-9.1' },
    limit: '3',
    open: 'true',
    tags: '["a"]',
  })
  expect(toArgs(nodes, form)).toEqual({ args, faults: new Map() })
})

test('missing values and wrong types are reported by path', () => {
  const { args, faults } = toArgs(nodes, { near: { lat: 'north' }, limit: '1.5', tags: '{}' })
  expect(args).toEqual({})
  expect([...faults]).toEqual([
    ['query', 'required'],
    ['limit', 'integer'],
    ['tags', 'json'],
  ])
  expect([...toArgs(nodes, { query: 'x', near: { lat: '1' } }).faults]).toEqual([['near.lng', 'required']])
})

test('a parameter with a default is optional, and a hidden one is left out', () => {
  expect(toArgs(nodes, { query: 'x', 'x-lang': 'en' })).toEqual({ args: { query: 'x' }, faults: new Map() })
})

test('arguments have to be a JSON object', () => {
  expect(readArgs('')).toEqual({})
  expect(readArgs('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['[1]', '"a"', '{', 'null']) expect(readArgs(text)).toBe(undefined)
})
