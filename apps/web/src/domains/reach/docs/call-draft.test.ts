import { describe, expect, it } from 'vitest'
import { addressOf, firstDraft, formFields, missingIn, parseBody } from './call-draft.ts'
import type { Operation } from './reference.ts'

const operation: Operation = {
  id: 'thing.get',
  domain: 'thing',
  name: 'get',
  method: 'GET',
  path: '/v1/things/{thing_id}/parts/{part}',
  summary: '',
  aliases: [],
  parameters: [
    { name: 'thing_id', in: 'path', required: true, schema: {} },
    { name: 'part', in: 'path', required: true, schema: {} },
    { name: 'space_id', in: 'query', required: false, schema: {} },
    { name: 'q', in: 'query', required: false, schema: {} },
  ],
  answer: { is: 'json' },
  events: [],
  audience: 'public',
  access: 'user',
}

describe('the draft of a call', () => {
  it('encodes each value, so that it stays within its place', () => {
    const address = addressOf(operation, { thing_id: '../x', part: 'a b', q: 'ä&b=c', space_id: '' })
    expect(address).toBe('/v1/things/..%2Fx/parts/a%20b?q=%C3%A4%26b%3Dc')
  })

  it('keeps the braces of parameters without a value', () => {
    expect(addressOf(operation, {})).toBe('/v1/things/{thing_id}/parts/{part}')
  })

  it('reports missing values', () => {
    expect(missingIn(operation, { params: { part: 'a' }, body: '', form: {} })).toEqual(['thing_id'])
    expect(missingIn(operation, { params: { part: 'a', thing_id: '1' }, body: '', form: {} })).toEqual([])
  })

  it('starts with known values', () => {
    const draft = firstDraft(operation, { space_id: '7' })
    expect(draft.params).toEqual({ thing_id: '', part: '', space_id: '7' })
    expect(draft.body).toBe('')
  })

  it('lists the files of a form', () => {
    const schema = {
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
      required: ['file'],
    }
    const form: Operation = { ...operation, parameters: [], body: { is: 'form', schema } }
    expect(formFields(form)).toEqual([
      { name: 'file', isFile: true, required: true },
      { name: 'note', isFile: false, required: false },
    ])
    expect(missingIn(form, { params: {}, body: '', form: {} })).toEqual(['file'])
  })

  it('reads a body, accepts an empty one, and reports why a body is invalid', () => {
    expect(parseBody('{"a":1}')).toEqual({ value: { a: 1 } })
    expect(parseBody('  ')).toEqual({ value: {} })
    expect(parseBody('{')).toHaveProperty('fault')
  })
})
