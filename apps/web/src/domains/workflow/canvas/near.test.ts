import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { type Camera, fieldOf, onlyNear } from './near.ts'

const node = (id: string, x: number, y: number, more: object = {}) =>
  ({ id, type: 'card', position: { x, y }, width: 200, height: 100, data: {}, ...more }) as unknown as FlowNode
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target }) as FlowEdge
const window = { width: 1400, height: 800 }
const camera = (x: number, y: number, zoom = 1): Camera => ({ transform: [x, y, zoom], ...window })
const shown = (nodes: FlowNode[], at: Camera) =>
  onlyNear(nodes, [], fieldOf(at)).nodes.flatMap((one) => (one.hidden ? [] : [one.id]))

describe('what is near', () => {
  test('whatever is in sight is in the page, wherever the camera stands', () => {
    const place = fc.integer({ min: -20_000, max: 20_000 })
    fc.assert(
      fc.property(place, place, fc.double({ min: 0.1, max: 2, noNaN: true }), (x, y, zoom) => {
        const [left, top] = [-x / zoom, -y / zoom]
        const corners = [
          node('first', left, top),
          node('last', left + window.width / zoom - 1, top + window.height / zoom - 1),
        ]
        expect(shown(corners, camera(x, y, zoom))).toEqual(['first', 'last'])
      }),
    )
  })
  test('what is far away is not, unless it is selected; what is inside a loop stands where the loop does', () => {
    const nodes = [
      node('here', 0, 0),
      node('far', 9000, 0),
      node('chosen', 9000, 0, { selected: true }),
      node('loop', 9000, 9000),
      node('inside', 10, 10, { parentId: 'loop' }),
    ]
    expect(shown(nodes, camera(0, 0))).toEqual(['here', 'chosen'])
    expect(shown(nodes, camera(-9000, -9000))).toEqual(['chosen', 'loop', 'inside'])
  })
  test('a line with an end in sight is drawn', () => {
    const nodes = [node('a', 0, 0), node('b', 9000, 0), node('c', 9500, 0)]
    const { edges } = onlyNear(nodes, [edge('a', 'b'), edge('b', 'c')], fieldOf(camera(0, 0)))
    expect(edges.map((one) => one.hidden ?? false)).toEqual([false, true])
  })
  test('small moves change nothing, and what stays away stays the same object', () => {
    const nodes = [node('far', 9000, 0)]
    expect(fieldOf(camera(-10, -10))).toBe(fieldOf(camera(-200, -300)))
    expect(onlyNear(nodes, [], fieldOf(camera(0, 0))).nodes[0]).toBe(
      onlyNear(nodes, [], fieldOf(camera(-900, 0))).nodes[0],
    )
  })
})
