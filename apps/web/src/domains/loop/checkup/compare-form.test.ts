import { expect, test } from 'vitest'
import { objectOf, readCsv, ruleOf, nameWithoutId, shownObject } from './compare-form.ts'

test('a CSV file may contain quoted commas and escaped quotes', () => {
  expect(readCsv('input,reference_output\r\n"a, b","say ""hi"""\n\nc,d\n')).toEqual([
    ['input', 'reference_output'],
    ['a, b', 'say "hi"'],
    ['c', 'd'],
  ])
})
test('objects, judges and names are converted to and from the wire format', () => {
  const published = { bot_id: '1', bot_name: 'A', bot_info_type: 2 }
  expect(objectOf('bot', '1', 'A', 'published')).toEqual({ object_type: 6, playground_coze_bot_v2: published })
  const kept = { bot_id: '1', bot_name: 'A', bot_info_type: 1, bot_version: '17' }
  expect(objectOf('bot', '1', 'A', { version: '17' })).toEqual({ object_type: 6, playground_coze_bot_v2: kept })
  expect(shownObject({ object_type: 6, playground_coze_bot_v2: kept })).toEqual({
    kind: 'bot',
    name: 'A',
    state: { version: '17' },
  })
  expect(ruleOf('prompt', 'Good?', 'Judge')).toMatchObject({ process_type: 1, prompt_rule: { content: 'Good?' } })
  expect(nameWithoutId('General 381047141763649536')).toBe('General')
})
