import { expect, test } from 'vitest'
import { mergeTexts } from './merge.ts'

const base = 'one\ntwo\nthree\nfour\nfive'
test('changes in different lines are merged', () => {
  expect(mergeTexts(base, 'ONE\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour\nFIVE')).toEqual({
    text: 'ONE\ntwo\nthree\nfour\nFIVE',
    hasConflict: false,
  })
  expect(mergeTexts(base, `zero\n${base}`, base.replace('three\n', ''))).toEqual({
    text: 'zero\none\ntwo\nfour\nfive',
    hasConflict: false,
  })
})
test('the same change on both sides counts once', () => {
  expect(mergeTexts(base, base.replace('two', '2'), base.replace('two', '2'))).toEqual({
    text: base.replace('two', '2'),
    hasConflict: false,
  })
})
test('different changes of the same line are a conflict, and the text contains yours', () => {
  const merged = mergeTexts(base, base.replace('two', 'theirs').replace('five', '5'), base.replace('two', 'yours'))
  expect(merged).toEqual({ text: 'one\nyours\nthree\nfour\n5', hasConflict: true })
})
test('long texts with hardly a common line are not compared line by line', () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word} ${at}`).join('\n')
  expect(mergeTexts(lines('a'), lines('b'), lines('c'))).toEqual({ text: lines('c'), hasConflict: true })
})
