import { expect, test } from 'vitest'
import { wordByWord } from '../meaning/word-by-word.ts'
import { paragraphsOf } from './text-places.ts'

const page = { width: 600, height: 800 }
const run = (text: string, x: number, y: number, width = text.length * 5, size = 10) => ({ text, x, y, width, size })

test('consecutive lines form a paragraph, and hyphenated words are joined', () => {
  const found = paragraphsOf([run('The plan-', 50, 100), run('ets move.', 50, 112), run('Next', 50, 150)], page)
  expect(found.map(({ text }) => text)).toEqual(['The planets move.', 'Next'])
  expect(found[0]).toMatchObject({ x: 50 / 600, y: 90 / 800 })
})

test('runs on one line are joined, and columns stay separate', () => {
  const found = paragraphsOf([run('Left', 50, 100, 20), run('side', 75, 100, 20), run('Right', 320, 100, 25)], page)
  expect(found.map(({ text }) => text)).toEqual(['Left side', 'Right'])
})

test('a heading is not part of the paragraph below it', () => {
  const found = paragraphsOf([run('Title', 50, 80, 60, 20), run('Body', 50, 100)], page)
  expect(found.map(({ text }) => text)).toEqual(['Title', 'Body'])
})

test('Chinese lines are joined without a space', () => {
  expect(paragraphsOf([run('行星绕', 50, 100), run('太阳', 50, 112)], page)[0]!.text).toBe('行星绕太阳')
})

test('words are translated one by one, and unknown words stay', () => {
  expect(wordByWord('水', 'en')).toBe('water')
  expect(wordByWord('Planets, and Kepler.', 'zh')).toBe('行星，和 Kepler。')
  expect(wordByWord('already English', 'en')).toBe('already English')
  expect(wordByWord('water', 'fr')).toBeUndefined()
})
