import { expect, test } from 'vitest'
import { resolved } from './merge-choice.ts'
import type { Merge } from './prompts.queries.ts'

const prompt = (text: string, temperature: number, variables: string[]) =>
  ({
    prompt_text: { message_list: [{ message_type: 1, content: text }] },
    model_config: { temperature },
    prompt_input: { variables: variables.map((key) => ({ key, variable_type: 1 })) },
  }) as unknown as NonNullable<Merge['merged']>
const conflict = (place: string, theirs = '') => ({ place, base: '', theirs, yours: '' })
const merge: Merge = {
  conflict_type: 1,
  candidate_version: '0.0.3',
  prompt: prompt('theirs', 0.1, ['a']),
  merged: prompt('mine', 0.9, ['a', 'b']),
  conflicts: [
    conflict('messages.0', 'theirs, and my other line'),
    conflict('model.temperature'),
    conflict('variables.b'),
  ],
}
test('your side applies unless theirs is chosen, separately for each conflict', () => {
  expect(resolved(merge, {})).toMatchObject({ messages: [{ content: 'mine' }], model: { temperature: 0.9 } })
  const mixed = resolved(merge, { 'messages.0': 'theirs', 'variables.b': 'theirs' })
  expect(mixed).toMatchObject({ messages: [{ content: 'theirs, and my other line' }], model: { temperature: 0.9 } })
  expect(mixed.variables.map(({ key }) => key)).toEqual(['a'])
  expect(resolved(merge, { 'model.temperature': 'theirs' }).model.temperature).toBe(0.1)
})
test('a message whose role both sides changed is taken as a whole', () => {
  const role = (message_type: number, content: string) =>
    ({ ...prompt(content, 0.1, []), prompt_text: { message_list: [{ message_type, content }] } }) as Merge['merged']
  const both = {
    ...merge,
    prompt: role(3, 'theirs')!,
    merged: role(2, 'mine')!,
    conflicts: [conflict('messages.0', '{}')],
  }
  expect(resolved(both, { 'messages.0': 'theirs' }).messages).toEqual([{ message_type: 3, content: 'theirs' }])
})
