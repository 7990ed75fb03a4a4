import { expect, test } from 'vitest'
import { createPodcastCutter } from './podcast.ts'

test('a dialogue of two is cut by speaker, line by line, and each piece has its position', () => {
  const text = 'A: Hello there. It is late.\n**B:** Yes.\nIt is.\nA：Good night.'
  const cutter = createPodcastCutter()
  const first = cutter.take(text.slice(0, 20))
  const all = [...first, ...cutter.take(text.slice(20)), ...cutter.rest()]
  expect(first).toEqual([])
  expect(all.map(({ text: said, isSecond }) => [isSecond ? 'B' : 'A', said])).toEqual([
    ['A', 'Hello there.'],
    ['A', 'It is late.'],
    ['B', 'Yes.'],
    ['B', 'It is.'],
    ['A', 'Good night.'],
  ])
  expect(all.map(({ from, to }) => text.slice(from, to).trim())).toEqual(all.map(({ text: said }) => said))
})
