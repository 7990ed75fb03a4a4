import { expect, test } from 'vitest'
import { createPodcastCutter } from './podcast.ts'

test('a talk of two is cut by who speaks, as soon as a line is whole, and each piece knows where it stands', () => {
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
