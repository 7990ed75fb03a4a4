import { expect, test } from 'vitest'
import { contentOf, contentTypes, firstForm, formOf, inputsOf, nextVersion } from './evaluator-form.ts'

test('every type converted to the wire format and back is unchanged', () => {
  for (const type of contentTypes) {
    const form = { ...firstForm, type, texts: 'a\nb', prompt: 'Good? {{output}}' }
    const shown = {
      receive_chat_history: false,
      input_schemas: [],
      scale: { min: 0, max: 1, higher_is_better: true },
      ...contentOf(form),
    }
    expect(contentOf(formOf(shown as never))).toEqual(contentOf(form))
  }
})
test('a trial row has the fields that the evaluator refers to', () => {
  expect(inputsOf({ ...firstForm, type: 'judge', prompt: '{{input}} and {{ output }} {{input}}' })).toEqual([
    'input',
    'output',
  ])
  expect(inputsOf({ ...firstForm, type: 'rule', texts: '{{name}}' })).toEqual(['output', 'name'])
})
test('versions count up from 1.0.0', () => {
  expect(nextVersion('')).toBe('1.0.0')
  expect(nextVersion('1.2.9')).toBe('1.2.10')
  expect(nextVersion('2.0.0-beta.1')).toBe('2.0.1')
})
