import { expect, test } from 'vitest'
import { bubblesOf } from './turn-bubbles.ts'

test('the first field is the text of the person, and messages name their speaker', () => {
  const values = [
    { key: 'q', name: 'question', content: 'Hello' },
    { key: 'a', name: 'answer', content: 'Hi' },
    { key: 'm', name: 'more', content: '[{"role":"user","content":"And?"},{"role":"assistant","content":{"n":1}}]' },
    { key: 'e', name: 'empty', content: '' },
  ]
  expect(bubblesOf(values, 'q', new Set(['m']))).toEqual([
    { fieldKey: expect.any(String), name: 'question', text: 'Hello', isPerson: true },
    { fieldKey: expect.any(String), name: 'answer', text: 'Hi', isPerson: false },
    { fieldKey: expect.any(String), name: 'user', text: 'And?', isPerson: true },
    { fieldKey: expect.any(String), name: 'assistant', text: '{"n":1}', isPerson: false },
  ])
})

test('a message that cannot be parsed is shown unchanged', () => {
  const broken = [{ key: 'm', name: 'more', content: '{"role":' }]
  expect(bubblesOf(broken, 'q', new Set(['m']))).toEqual([
    { fieldKey: expect.any(String), name: 'more', text: '{"role":', isPerson: false },
  ])
})
