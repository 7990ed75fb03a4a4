import { describe, expect, it } from 'vitest'
import { jsonTokens, prettyJson } from './json-tokens.ts'

const sample = '{"a":[],"b":{"c":[1,-2.5e3,{"d":"x{[]},: \\"q\\""}],"e":12345678901234567890,"f":null},"g":{}}'

describe('formatted JSON', () => {
  it('loses no character', () => {
    const pretty = prettyJson(sample)
    expect(pretty.replaceAll(/\n\s*/g, '').replaceAll(': ', ':').replaceAll(',:', ',: ')).toBe(sample)
    expect(pretty).toContain('"e": 12345678901234567890')
    expect(pretty.split('\n').slice(0, 3)).toEqual(['{', '  "a": [],', '  "b": {'])
  })

  it('is identical to JSON.stringify', () => {
    const value = { a: [1, { b: 'c' }], d: {}, e: [], f: [[]], g: 'h\n' }
    expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  })

  it('leaves text that is not JSON unchanged', () => {
    expect(prettyJson('data: {"a":1}\n\n')).toBe('data: {"a":1}\n\n')
  })

  it('is split into tokens that join to the same text', () => {
    for (const text of [sample, prettyJson(sample), 'data: {"a": tru', ''])
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text)
  })

  it('distinguishes keys, strings, values and punctuation', () => {
    expect(jsonTokens('{"a": "b", "c": [true]}').filter((token) => token.kind !== 'plain')).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'string', text: '"b"' },
      { kind: 'key', text: '"c"' },
      { kind: 'literal', text: 'true' },
    ])
  })
})
