import { describe, expect, test } from 'vitest'
import { fromForm, isDefaultOf, readType, toForm, writeType } from './variable-form.ts'
import { variableFault } from './variable-rules.ts'

describe('types of variables', () => {
  test.each([
    ['', 'string'],
    ['{"type":"float"}', 'number'],
    ['{"type":2}', 'integer'],
    ['{"type":"list","schema":{"type":"integer"}}', 'listInteger'],
    ['{"type":"list"}', 'listString'],
    ['{"type":103,"schema":[{"name":"a","type":"string"}]}', 'listObject'],
    ['{"type":"array","schema":{"type":"object"}}', 'listObject'],
    ['not json', 'string'],
  ])('%s is %s', (schema, type) => expect(readType(schema)).toBe(type))

  test('an unchanged type keeps the rest of its schema', () => {
    const fields = '{"type":"object","schema":[{"name":"a","type":"string"}]}'
    expect(writeType('object', fields)).toBe(fields)
    expect(writeType('listNumber', fields)).toBe('{"type":"list","schema":{"type":"number"}}')
    expect(writeType('string', fields)).toBe('')
  })
  test.each([
    ['integer', '3', true],
    ['integer', '3.5', false],
    ['number', '3.5', true],
    ['boolean', 'yes', false],
    ['listString', '["a","b"]', true],
    ['listString', '["a",1]', false],
    ['object', '{"a":1}', true],
    ['object', '[1]', false],
    ['string', 'anything', true],
    ['boolean', '', true],
  ] as const)('%s with the default %s is valid: %s', (type, text, fits) => expect(isDefaultOf(type, text)).toBe(fits))
})

test('a variable of a project is unchanged by the form', () => {
  const variable = {
    Keyword: 'city',
    Description: 'Where',
    DefaultValue: '["Porto"]',
    PromptDisabled: true,
    Enable: false,
    IsReadOnly: true,
    Channel: 5 as const,
    VariableType: 2 as const,
    Schema: '{"type":"list","schema":{"type":"string"}}',
    EffectiveChannelList: ['999'],
  }
  expect(fromForm(toForm(variable), 5, variable)).toEqual(variable)
})

describe('the name of a variable', () => {
  test.each([
    ['city', null],
    ['_user_city_2', null],
    ['user.city', 'shape'],
    ['城市', 'shape'],
    ['', 'empty'],
    ['2city', 'shape'],
    ['my city', 'shape'],
    ['{{x}}', 'shape'],
    ['a'.repeat(51), 'long'],
    [' taken ', 'taken'],
  ])('%j has the fault %s', (key, fault) => {
    expect(variableFault(key, ['taken'])).toBe(fault)
  })
})
