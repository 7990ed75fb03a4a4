import { expect, test } from 'vitest'
import { fillPlaceholders, placeholdersIn } from './placeholders.ts'

const text = 'You work for {company}. Greet {{name}}. {company} sells {what it sells}. 你服务于{公司}。{"a": 1}'

test('what a prompt leaves open is found once each; variables and JSON are not meant', () => {
  expect(placeholdersIn(text)).toEqual(['company', 'what it sells', '公司'])
})
test('what is known is filled in, the rest stays', () => {
  expect(fillPlaceholders(text, { company: ' Harbour ', 公司: '海港', 'what it sells': '' })).toBe(
    'You work for Harbour. Greet {{name}}. Harbour sells {what it sells}. 你服务于海港。{"a": 1}',
  )
})
