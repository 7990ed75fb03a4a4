import { expect, test } from 'vitest'
import { findPairs } from './find-pairs.ts'
import { bandSize, normal } from './signatures.ts'

const near = (texts: string[], more: object = {}) =>
  findPairs({ texts, newFrom: 0, threshold: 0.6, byMeaning: false, ...more }).map(({ at, suspects }) => [
    at,
    suspects.map((one) => one.at),
  ])
const sentence =
  'The quick brown fox jumps over the lazy dog near the old stone bridge by the river every single morning'
const chinese = '数据集的每一行都可以由模型或者人来填写并且可以追溯到它最初的来源以及使用它的每一次实验'

test('texts that differ only in case, width and punctuation are equal', () => {
  expect(normal('Hello,  WORLD！')).toBe('hello world')
  expect(near(['Hello world', 'something else', 'hello, WORLD!'])).toEqual([[2, [0]]])
})
test('texts that share most of their words in order are similar, in English and in Chinese', () => {
  expect(near([sentence, 'Nothing of the kind is said here at all', sentence.replace('lazy', 'sleepy')])).toEqual([
    [2, [0]],
  ])
  expect(near([chinese, '今天的天气很好我们去公园散步吧', chinese.replace('实验', '试验')])).toEqual([[2, [0]]])
})
test('meaning counts only where it is requested', () => {
  const texts = ['How do I delete my account?', 'The train to the coast leaves at noon', 'How can I remove my account?']
  expect(near(texts, { threshold: 0.8 })).toEqual([])
  expect(near(texts, { threshold: 0.8, byMeaning: true })).toEqual([[2, [0]]])
})
test('only new texts are examined, empty texts never are, and the first of many equal texts represents them all', () => {
  expect(near(['a b c', 'a b c', '', '', 'a b c', 'a b c'], { newFrom: 4 })).toEqual([
    [4, [0]],
    [5, [0]],
  ])
})
test('a higher threshold gives larger bands', () => {
  expect(bandSize(0.95)).toBeGreaterThan(bandSize(0.5))
  expect(bandSize(0.1)).toBe(1)
})
