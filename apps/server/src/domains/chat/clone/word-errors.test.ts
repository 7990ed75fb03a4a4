import { expect, test } from 'vitest'
import { wordErrorRate } from './word-errors.ts'

test.each([
  ['The quick brown fox.', 'the quick, brown fox', 0],
  ['one two three four', 'one two free four', 0.25],
  ['one two', 'one two three', 0.5],
  ['今天天气很好', '今天天气不好', 1 / 6],
  ['something', '', 1],
  ['', 'anything', 0],
])('“%s” heard as “%s”: %d', (wanted, heard, rate) => {
  expect(wordErrorRate(wanted, heard)).toBeCloseTo(rate)
})
