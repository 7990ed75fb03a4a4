import { expect, it } from 'vitest'
import { markWords } from './mark-words.ts'

const marked = (text: string, words: string[]) =>
  markWords(text, words)
    .filter((part) => part.isMarked)
    .map((part) => part.text)

it('matched words are marked with their endings, regardless of case', () => {
  expect(marked('The Tile museum is closed on Mondays. Tiles!', ['tile', 'monday'])).toEqual([
    'Tile',
    'Mondays',
    'Tiles',
  ])
  expect(marked('退款需要三天', ['退款', '三天'])).toEqual(['退款', '三天'])
  expect(marked('subtile', ['tile'])).toEqual([])
})

it('the parts join to the original text', () => {
  const text = 'a (b) c+ tile'
  expect(
    markWords(text, ['c+', 'tile', '(b)'])
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(markWords(text, [])).toEqual([{ text, isMarked: false }])
})
