import { expect, test } from 'vitest'
import { draftOfTrace } from './span-messages.ts'

const step = (kind: string, input: unknown, more: object = {}) => ({
  kind,
  input: typeof input === 'string' ? input : JSON.stringify(input),
  model_id: '',
  model_name: '',
  attributes: {},
  ...more,
})
const model = (input: unknown, more: object = {}) => [step('turn', 'ignored'), step('model', input, more)]
const asked = [
  { role: 'system', content: 'Be kind' },
  { role: 'tool', content: 'left out' },
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
]
const messages = [
  { message_type: 1, content: 'Be kind' },
  { message_type: 2, content: 'Hi' },
]
test('messages are parsed in the formats of programs and of bots', () => {
  expect(draftOfTrace(model({ messages: asked }))?.messages).toEqual(messages)
  expect(draftOfTrace(model(asked))?.messages).toEqual(messages)
  const parts = [{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }]
  expect(draftOfTrace(model({ system: [{ type: 'text', content: 'Be kind' }], messages: parts }))?.messages).toEqual(
    messages,
  )
  const picture = [{ type: 'image_url', image_url: { url: 'x' } }]
  expect(draftOfTrace(model([{ role: 'user', content: picture }]))?.messages).toEqual([
    { message_type: 2, content: JSON.stringify(picture) },
  ])
})
test('input that is not a list of messages becomes a single message, and a trace without a model has no draft', () => {
  expect(draftOfTrace(model('Just a text'))?.messages).toEqual([{ message_type: 2, content: 'Just a text' }])
  expect(draftOfTrace([step('turn', 'x')])).toBeUndefined()
})
test('the model is included with its parameters, from bots and from programs', () => {
  const own = model({ messages: asked, parameters: { temperature: 0.2, topP: 0.9, maxTokens: 50 } }, { model_id: '71' })
  expect(draftOfTrace(own)?.model).toEqual({ id: '71', temperature: 0.2, top_p: 0.9, max_tokens: 50 })
  const sent = model(asked, { model_name: 'gpt-x', attributes: { 'gen_ai.request.temperature': 1 } })
  expect(draftOfTrace(sent)?.model).toEqual({ name: 'gpt-x', temperature: 1 })
})
test('the tools are included with their parameters', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const tools = [
    { name: 'weather', description: 'Of a city', parameters },
    { type: 'function', function: { name: 'plan', parameters: '{}' } },
    { name: 'not a name!' },
    'only a name',
  ]
  expect(draftOfTrace(model({ messages: asked, tools }))?.tools.map(({ tool_def: { function: one } }) => one)).toEqual([
    { name: 'weather', description: 'Of a city', parameters: JSON.stringify(parameters) },
    { name: 'plan', description: '', parameters: '{}' },
  ])
})
