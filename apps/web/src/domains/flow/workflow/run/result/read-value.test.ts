import { expect, it } from 'vitest'
import { firstLook, readParts } from './read-value.ts'

it.each([
  ['a heading', JSON.stringify({ output: '# Plan\n\nGo.' }), 'markdown'],
  ['a list', JSON.stringify({ output: 'Bring:\n- a map\n- water' }), 'markdown'],
  ['a table', JSON.stringify({ output: '| a | b |\n|---|---|\n| 1 | 2 |' }), 'markdown'],
  ['several lines', JSON.stringify({ output: 'one\ntwo' }), 'text'],
  ['a long sentence', JSON.stringify({ output: 'word '.repeat(40) }), 'text'],
  ['text that is no JSON', 'just said', 'text'],
  ['a short word', JSON.stringify({ output: 'Porto' }), 'json'],
  ['numbers', JSON.stringify({ count: 3, list: [1, 2] }), 'json'],
  ['a list of things', JSON.stringify([{ a: 'x\ny' }]), 'json'],
])('%s has the most readable initial format', (_, source, look) => expect(firstLook(readParts(source))).toBe(look))

it('reads text with its line breaks, and other values as JSON', () => {
  expect(readParts(JSON.stringify({ answer: 'a\nb', meta: { n: 1 } }))).toEqual([
    { name: 'answer', text: 'a\nb', isText: true },
    { name: 'meta', text: '{\n  "n": 1\n}', isText: false },
  ])
})
