import { expect, it } from 'vitest'
import { jsonTokens } from './json-tokens.ts'

it('formats JSON and highlights it by type', () => {
  const { tokens, plain } = jsonTokens('{"a":"x: \\"1\\"","b":[1.5,null,true]}')
  expect(JSON.parse(plain)).toEqual({ a: 'x: "1"', b: [1.5, null, true] })
  const of = (kind: string) => tokens.filter((token) => token.kind === kind).map((token) => token.text)
  expect(of('key')).toEqual(['"a"', '"b"'])
  expect(of('string')).toEqual(['"x: \\"1\\""'])
  expect(of('literal')).toEqual(['1.5', 'null', 'true'])
  expect(tokens.map((token) => token.text).join('')).toBe(plain)
})

it.each(['plain words', '42', '"text"', '{broken', ''])('leaves %j as it is', (text) => {
  expect(jsonTokens(text)).toEqual({ tokens: [{ kind: 'text', text }], plain: text })
})
