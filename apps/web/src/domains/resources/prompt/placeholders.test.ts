import { expect, test } from 'vitest'
import { fillPlaceholders, placeholdersIn } from './placeholders.ts'

const text = 'You work for {company}. Greet {{name}}. {company} sells {what it sells}. 你服务于{公司}。{"a": 1}'

test('each placeholder is found once; variables and JSON are not placeholders', () => {
  expect(placeholdersIn(text)).toEqual(['company', 'what it sells', '公司'])
})
test('known values are filled in, and other placeholders are unchanged', () => {
  expect(fillPlaceholders(text, { company: ' Harbour ', 公司: '海港', 'what it sells': '' })).toBe(
    'You work for Harbour. Greet {{name}}. Harbour sells {what it sells}. 你服务于海港。{"a": 1}',
  )
})
