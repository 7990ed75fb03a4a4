import { expect, test } from 'vitest'
import { maxDepthAt, hasDuplicateName, nextVersion, toRows, toTree, type ValueRow } from './value-rows.ts'

const row = (name: string, depth: number): ValueRow => ({ id: name, name, description: '', isActive: true, depth })

test('rows converted to a tree and back are unchanged, except for rows without a name', () => {
  const rows = [row('A', 0), row('A1', 1), row('A1a', 2), row('', 1), row('A2', 1), row('B', 0)]
  const tree = toTree(rows)
  expect(tree.map(({ tagValueName, children }) => [tagValueName, children.length])).toEqual([
    ['A', 2],
    ['B', 0],
  ])
  const shown = JSON.parse(JSON.stringify(tree), (key, value: unknown) =>
    key === 'tagValueName' ? value : value,
  ) as Parameters<typeof toRows>[0]
  expect(toRows(shown).map(({ name, depth }) => [name, depth])).toEqual([
    ['A', 0],
    ['A1', 1],
    ['A1a', 2],
    ['A2', 1],
    ['B', 0],
  ])
})
test('a row can be at most one level deeper than the row above', () => {
  const rows = [row('A', 0), row('B', 1), row('C', 2), row('D', 0)]
  expect(rows.map((_, at) => maxDepthAt(rows, at))).toEqual([0, 1, 2, 2])
  // A row whose parent was removed moves up.
  expect(toTree([row('A', 2)])).toHaveLength(1)
})
test('duplicate names are found, and the next version has a higher minor number', () => {
  const rows = [row('A', 0), row('A ', 0)]
  expect(hasDuplicateName(rows[0]!, rows)).toBe(true)
  expect(nextVersion('1.2.3')).toBe('1.3.0')
})
