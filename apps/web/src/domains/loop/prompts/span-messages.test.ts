import { expect, test } from 'vitest'
import { messagesOfTrace } from './span-messages.ts'

const model = (input: unknown) => [
  { kind: 'turn', input: 'ignored' },
  { kind: 'model', input: typeof input === 'string' ? input : JSON.stringify(input) },
]
const asked = [
  { role: 'system', content: 'Be kind' },
  { role: 'tool', content: 'left out' },
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
]
const messages = [
  { message_type: 1, content: 'Be kind' },
  { message_type: 2, content: '[{"type":"text","text":"Hi"}]' },
]
test('messages are read in the forms in which programs and bots write them down', () => {
  expect(messagesOfTrace(model({ messages: asked }))).toEqual(messages)
  expect(messagesOfTrace(model(asked))).toEqual(messages)
})
test('what is no list of messages becomes one; without a model there is nothing', () => {
  expect(messagesOfTrace(model('Just a text'))).toEqual([{ message_type: 2, content: 'Just a text' }])
  expect(messagesOfTrace([{ kind: 'turn', input: 'x' }])).toBeUndefined()
})
