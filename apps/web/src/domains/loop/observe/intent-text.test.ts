import { expect, test } from 'vitest'
import { fromText, toText } from './intent-text.ts'

const intents = [
  { id: 'a', name: 'Service', words: [], children: [{ id: 'b', name: 'Refunds', words: ['refund', 'send back'] }] },
  { id: 'c', name: 'Chat', words: ['hello'], children: [] },
]
test('intents written as lines and parsed again are unchanged', () => {
  expect(toText(intents)).toBe('Service\n  Refunds: refund, send back\nChat: hello')
  expect(fromText(toText(intents), intents)).toEqual(intents)
})
test('a new name creates an intent; Chinese punctuation and empty lines are accepted', () => {
  expect(fromText('业务办理\n\n  退款：退款，退货、退钱\nChat: hi, hi', intents)).toEqual([
    { id: '', name: '业务办理', words: [], children: [{ id: '', name: '退款', words: ['退款', '退货', '退钱'] }] },
    { id: 'c', name: 'Chat', words: ['hi'], children: [] },
  ])
})
