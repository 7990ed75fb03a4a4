import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { nodesOfValue } from '../tool/value-nodes.ts'
import { sdkSource } from './sdk-language.ts'

const source = sdkSource(nodesOfValue({ city: 'Lisbon', near: { lat: 1.5 }, limit: 3 }))
const offered = (text: string) => {
  const found = source(new CompletionContext(EditorState.create({ doc: text }), text.length, false))
  return found && { at: found.from, labels: found.options.map((option) => `${option.label}: ${option.detail}`) }
}

test.each([
  ['const a = input.', 16, ['city: string', 'near: object', 'limit: integer']],
  ['input?.near?.l', 13, ['lat: number']],
  ['args.input["ci', 12, ['city: string', 'near: object', 'limit: integer']],
  ["args.input['near']['", 20, ['lat: number']],
  ['  args.', 7, ['input: dict', 'logger: Logger']],
  ['logger.', 7, ['info: (...words)', 'warn: (...words)', 'error: (...words)']],
])('completions of the SDK are offered after %j', (text, at, labels) => {
  expect(offered(text)).toEqual({ at, labels })
})

test('nothing is offered after other names', () => {
  for (const text of ['output.', 'myinput.', 'const input']) expect(offered(text)).toBe(null)
})
