import { describe, expect, it } from 'vitest'
import { fieldOf, startFields } from './input-field.ts'
import { faultsOf, readValues, toInput, writeValues } from './input-values.ts'

const canvas = {
  nodes: [
    {
      id: '100001',
      type: '1',
      data: {
        outputs: [
          { name: 'city', type: 'string', required: true },
          { name: 'days', type: 'integer', defaultValue: '3', required: true },
          { name: 'share', type: 'float' },
          { name: 'fast', type: 'boolean' },
          { name: 'plan', type: 'object', schema: [] },
          { name: 'pictures', type: 'list', schema: { type: 'string', assistType: 2 } },
          { name: 'guide', type: 'string', assistType: 3 },
          { name: 'at', type: 'string', assistType: 10_000 },
          { type: 'string' },
        ],
      },
    },
  ],
}

describe('the form of a test run', () => {
  const fields = startFields(canvas)
  it('has one field for each named output of the start node, of the same type', () => {
    expect(fields.map((field) => [field.name, field.kind, field.type])).toEqual([
      ['city', 'string', 'string'],
      ['days', 'integer', 'integer'],
      ['share', 'number', 'number'],
      ['fast', 'boolean', 'boolean'],
      ['plan', 'json', 'object'],
      ['pictures', 'files', '[file]'],
      ['guide', 'file', 'file'],
      ['at', 'time', 'string'],
    ])
  })
  it('requires required inputs, unless they have a default', () => {
    expect(faultsOf(fields, {})).toEqual({ city: 'required' })
    expect(faultsOf(fields, { city: '  ' })).toEqual({ city: 'required' })
  })
  it('rejects values of another type', () => {
    const values = { city: 'x', days: '1.5', share: 'half', plan: '{', pictures: 'a.png' }
    expect(faultsOf(fields, values)).toEqual({ days: 'integer', share: 'number', plan: 'json', pictures: 'json' })
    expect(faultsOf(fields, { city: 'x', days: '-2', share: '0.5', plan: '{}', pictures: '[]' })).toEqual({})
  })
  it('sends only filled inputs', () => {
    expect(toInput(fields, { city: 'Porto', days: '', unknown: '1' })).toEqual({ city: 'Porto' })
  })
  it('converts values to JSON and back', () => {
    const values = { city: '42', days: '7', fast: 'true', plan: '{"a":[1]}', pictures: '["u"]' }
    expect(JSON.parse(writeValues(fields, values))).toEqual({
      city: '42',
      days: 7,
      fast: true,
      plan: { a: [1] },
      pictures: ['u'],
    })
    expect(readValues(writeValues(fields, values))).toEqual(values)
    expect([readValues('[]'), readValues('{'), readValues('3')]).toEqual([undefined, undefined, undefined])
  })
  it('ignores fields without a name', () => {
    expect(fieldOf({ type: 'string' })).toEqual([])
    expect(fieldOf(null)).toEqual([])
  })
})
