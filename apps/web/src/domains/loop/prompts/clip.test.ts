import { expect, test } from 'vitest'
import { bodyOf, messagesOf, withPasted } from './clip.ts'
import type { Detail } from './detail.ts'

const detail: Detail = {
  template: 'normal',
  messages: [
    { message_type: 1, content: 'Greet {{who}}' },
    { message_type: 20, content: 'history' },
    { message_type: 2, parts: [{ type: 4, text: 'photo' }] },
  ],
  variables: ['who', 'history', 'photo', 'other'].map((key) => ({ key, variable_type: 1 })),
  tools: [{ tool_def: { type: 1, function: { name: 'find' } } }],
  servers: [],
  model: { id: '7' },
}
const read = (text: string) => JSON.parse(text) as never

test('a message is copied with the variables that it refers to', () => {
  const copied = withPasted(
    { ...detail, messages: [], variables: [], tools: [] },
    read(messagesOf(detail, detail.messages)),
  )
  expect(copied.variables!.map(({ key }) => key)).toEqual(['who', 'history', 'photo'])
  expect(copied.tools).toEqual([])
})

test('pasted content is appended, and existing names keep their definition', () => {
  const here: Detail = {
    ...detail,
    messages: [{ message_type: 2, content: 'Here' }],
    variables: [{ key: 'who', variable_type: 6 }],
    tools: [],
  }
  const merged = withPasted(here, read(bodyOf(detail)))
  expect(merged.messages!.map(({ message_type: type }) => type)).toEqual([2, 1, 20, 2])
  expect(merged.variables!.map(({ key, variable_type: type }) => [key, type])).toEqual([
    ['who', 6],
    ['history', 1],
    ['photo', 1],
    ['other', 1],
  ])
  expect(merged.tools).toHaveLength(1)
  expect(merged.template).toBeUndefined()
  expect(bodyOf(detail)).not.toContain('model_config')
})
