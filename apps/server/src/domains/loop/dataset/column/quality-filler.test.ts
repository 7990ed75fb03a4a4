import { expect, test } from 'vitest'
import { readVerdict } from './quality-filler.ts'

test('a verdict is a number from 0 to 1, or a word', () => {
  expect(['1', ' 0.75 ', 'Yes.', '正确', 'wrong', '0'].map(readVerdict)).toEqual([1, 0.75, 1, 1, 0, 0])
})
test('other answers are not a verdict', () => {
  expect(['', 'perhaps', '7', '-1', '80%', 'the answer is 1'].map(readVerdict)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
