import { describe, expect, it } from 'vitest'
import { treeLines, treeStep, type TreeNode } from './tree.ts'

const leaf = (id: string): TreeNode<null> => ({ id, data: null })
const tree: TreeNode<null>[] = [
  { id: 'flows', data: null, children: [leaf('book'), { id: 'sub', data: null, children: [leaf('deep')] }] },
  { id: 'data', data: null, children: [] },
  leaf('settings'),
]

describe('lines of a tree', () => {
  it('lists open nodes with level and position', () => {
    const lines = treeLines(tree, new Set(['flows']))
    expect(lines.map((line) => [line.node.id, line.level, line.open, `${line.place}/${line.siblings}`])).toEqual([
      ['flows', 1, true, '1/3'],
      ['book', 2, undefined, '1/2'],
      ['sub', 2, false, '2/2'],
      ['data', 1, false, '2/3'],
      ['settings', 1, undefined, '3/3'],
    ])
  })
  it('hides all descendants of a closed node, even those of open ones', () => {
    expect(treeLines(tree, new Set(['sub'])).map((line) => line.node.id)).toEqual(['flows', 'data', 'settings'])
  })
})

describe('keys in a tree', () => {
  const lines = treeLines(tree, new Set(['flows', 'data']))
  it.each([
    ['flows', 'ArrowDown', { focus: 'book' }],
    ['flows', 'ArrowUp', null],
    ['flows', 'ArrowRight', { focus: 'book' }],
    ['flows', 'ArrowLeft', { close: 'flows' }],
    ['sub', 'ArrowRight', { open: 'sub' }],
    ['sub', 'ArrowLeft', { focus: 'flows' }],
    ['book', 'ArrowRight', null],
    ['data', 'ArrowRight', null],
    ['settings', 'ArrowDown', null],
    ['settings', 'Home', { focus: 'flows' }],
    ['flows', 'End', { focus: 'settings' }],
    ['gone', 'ArrowDown', null],
    ['book', 'a', null],
  ])('from %s, %s gives %j', (current, key, step) => {
    expect(treeStep(lines, current, key)).toEqual(step)
  })
})
