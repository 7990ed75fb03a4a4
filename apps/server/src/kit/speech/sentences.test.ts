import { expect, test } from 'vitest'
import { createSentenceCutter } from './sentences.ts'

function cut(...pieces: string[]): string[] {
  const cutter = createSentenceCutter()
  return [...pieces.flatMap((piece) => cutter.take(piece)), ...cutter.rest()].map(({ text }) => text)
}

test.each([
  [
    ['Good morn', 'ing. How are you today? ', 'Fine'],
    ['Good morning.', 'How are you today?', 'Fine'],
  ],
  [
    ['Pi is 3.', '14 or so. Good to know that.'],
    ['Pi is 3.14 or so.', 'Good to know that.'],
  ],
  [['你好。今天天气很好，我们出去走走吧！再见'], ['你好。', '今天天气很好，我们出去走走吧！', '再见']],
  [['**Bold** words, and [a link](https://x.test/a.b).'], ['Bold words, and a link.']],
  [['Look here:\n```js\nlet a = 1;\nlet b = 2;\n```\nThat was it.'], ['Look here:', 'That was it.']],
  [['...'], []],
])('%j is spoken as %j', (pieces, spoken) => {
  expect(cut(...pieces)).toEqual(spoken)
})
test('a sentence is returned as soon as it is complete, with its position', () => {
  const cutter = createSentenceCutter()
  expect(cutter.take('It is noon. And')).toEqual([{ text: 'It is noon.', from: 0, to: 12 }])
  expect(cutter.rest()).toEqual([{ text: 'And', from: 12, to: 15 }])
})
test('text without punctuation is cut between words', () => {
  const pieces = cut('word '.repeat(200))
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every((piece) => /^(word ?)+$/.test(piece))).toBe(true)
})
