import { expect, it } from 'vitest'
import { firstStrategy, kindOf, overlapOf, readPages, separatorOf } from './chunk-rules.ts'
import { outlineOf } from './outline.ts'

it('lists of pages are parsed as people write them', () => {
  expect(readPages('1-3, 64')).toEqual([1, 2, 3, 64])
  expect(readPages('5，2；2')).toBeNull()
  expect(readPages('5，2')).toEqual([2, 5])
  expect(readPages('')).toEqual([])
  expect(readPages('3-1')).toBeNull()
  expect(readPages('one')).toBeNull()
})

it('the overlap of two neighbouring slices is found', () => {
  expect(overlapOf('Come before nine. Start at the cathedral.', 'Start at the cathedral. Then go on.')).toBe(23)
  expect(overlapOf('Nothing in common', 'Quite another text')).toBe(0)
})

it('rules and separators have names, and an unknown separator is a custom one', () => {
  expect(kindOf(firstStrategy)).toBe('automatic')
  expect(kindOf({ chunk_type: 3 })).toBe('parentChild')
  expect(separatorOf('\n\n')).toBe('blank')
  expect(separatorOf('§')).toBe('own')
})

it('headings are listed once, with the number of slices below them', () => {
  const slice = (id: string, titles: string[]) =>
    ({ slice_id: id, chunk_info: JSON.stringify({ titles }) }) as Parameters<typeof outlineOf>[0][number]
  const entries = outlineOf([slice('1', ['A']), slice('2', ['A', 'B']), slice('3', ['C'])])
  expect(entries.map(({ title, depth, count }) => [title, depth, count])).toEqual([
    ['A', 0, 2],
    ['B', 1, 1],
    ['C', 0, 1],
  ])
})
