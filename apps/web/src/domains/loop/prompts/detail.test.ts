import { expect, test } from 'vitest'
import { asText, type Detail, missingVariables } from './detail.ts'

const detail: Detail = {
  template: 'normal',
  messages: [
    { message_type: 1, content: 'You are {{who}}' },
    { message_type: 2, content: '{{ question }} {{who}} {{1st}}' },
  ],
  variables: [{ key: 'who', variable_type: 1 }],
  tools: [],
  servers: [],
  model: { temperature: 0.5 },
}
test('each name in double braces that is not a variable is found once', () => {
  expect(missingVariables(detail)).toEqual(['question'])
  expect(missingVariables({ ...detail, template: 'jinja2' })).toEqual([])
})
test('every difference between two versions shows in their texts', () => {
  const text = asText(detail)
  expect(text).toContain('# system\nYou are {{who}}')
  expect(text).toContain('temperature: 0.5')
  expect(asText({ ...detail, template: 'jinja2' })).not.toBe(text)
  expect(asText({ ...detail, model: {} })).not.toBe(text)
})
