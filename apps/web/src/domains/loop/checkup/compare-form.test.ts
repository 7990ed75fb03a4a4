import { expect, test } from 'vitest'
import { objectOf, readCsv, ruleOf, setName } from './compare-form.ts'

test('a file of rows is read with its quotes', () => {
  expect(readCsv('input,reference_output\r\n"a, b","say ""hi"""\n\nc,d\n')).toEqual([
    ['input', 'reference_output'],
    ['a, b', 'say "hi"'],
    ['c', 'd'],
  ])
})
test('objects, judges and names as the calls want them', () => {
  expect(objectOf('bot', '1', 'A', true)).toMatchObject({ playground_coze_bot_v2: { bot_id: '1', bot_info_type: 2 } })
  expect(ruleOf('prompt', 'Good?', 'Judge')).toMatchObject({ process_type: 1, prompt_rule: { content: 'Good?' } })
  expect(setName('General 381047141763649536')).toBe('General')
})
