import { expect, test } from 'vitest'
import { edge, end, loop, node, row, start } from '../testing/canvases.ts'
import type { Canvas, CanvasNode } from './canvas.ts'
import { positionOf } from './canvas.ts'
import { withPositions } from './first-positions.ts'

const bare = ({ id, type, data }: CanvasNode): CanvasNode => ({ id, type, data })
const placed = (canvas: Canvas) =>
  Object.fromEntries(withPositions(canvas).nodes.map((one) => [one.id, positionOf(one)]))

test('nodes without positions are placed in columns along the edges, branches below each other', () => {
  const nodes = [end, node('b'), node('a'), node('c'), start].map(bare)
  const edges = [edge('100001', 'a'), edge('100001', 'b'), edge('a', 'c'), edge('c', '900001'), edge('b', '900001')]
  const at = placed({ nodes, edges })
  expect(Object.keys(at).toSorted((a, b) => at[a]!.x - at[b]!.x)).toEqual(['100001', 'b', 'a', 'c', '900001'])
  expect(at['a']!.x).toBe(at['b']!.x)
  expect(at['a']!.y).not.toBe(at['b']!.y)
})
test('an end without incoming edges is placed last, and a cycle is tolerated', () => {
  const nodes = [start, node('a'), node('b'), end].map(bare)
  const at = placed({ nodes, edges: [edge('100001', 'a'), edge('a', 'b'), edge('b', 'a')] })
  expect(Math.max(...Object.values(at).map(({ x }) => x))).toBe(at['900001']!.x)
  expect(new Set(Object.values(at).map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
})
test('inner nodes of a loop without positions are spread as well', () => {
  const round = loop('30', '31')
  const inner = [bare(node('31')), bare(node('32'))]
  const canvas = { ...row(), nodes: [...row().nodes, { ...round, blocks: inner, edges: [edge('31', '32')] }] }
  const shown = withPositions(canvas).nodes.at(-1)!.blocks!.map(positionOf)
  expect(shown[1]!.x).toBeGreaterThan(shown[0]!.x)
})
test('a canvas with positions stays unchanged', () => {
  const nodes = [start, node('a', '15', { meta: { position: { x: 300, y: 0 } } }), end]
  const canvas = { nodes, edges: [] }
  expect(withPositions(canvas)).toBe(canvas)
})
