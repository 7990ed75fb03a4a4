import { blocksOf, type Canvas, type Point, positionOf } from '../canvas.ts'
import { indexOf } from '../canvas-index.ts'
import { moveNodes } from './node-edits.ts'

/**
 * Moves nodes by a distance. Nodes in a loop are drawn relative to the top left corner of its content: when that corner
 * moves, the loop moves with it, so that the other nodes keep their place on the screen.
 */
export function moveBy(canvas: Canvas, moves: ReadonlyMap<string, Point>): Canvas {
  const index = indexOf(canvas)
  const positions = new Map<string, Point>()
  const parents = new Set<string>()
  for (const [id, by] of moves) {
    const place = index.get(id)
    if (!place || (place.parent && moves.has(place.parent.id))) continue
    const from = positionOf(place.node)
    positions.set(id, { x: Math.round(from.x + by.x), y: Math.round(from.y + by.y) })
    if (place.parent) parents.add(place.parent.id)
  }
  for (const id of parents) {
    const parent = index.get(id)!.node
    const before = corner(blocksOf(parent).map(positionOf))
    const after = corner(blocksOf(parent).map((node) => positions.get(node.id) ?? positionOf(node)))
    const at = positionOf(parent)
    if (before.x !== after.x || before.y !== after.y)
      positions.set(id, { x: at.x + after.x - before.x, y: at.y + after.y - before.y })
  }
  return moveNodes(canvas, positions)
}

const corner = (positions: readonly Point[]): Point => ({
  x: Math.min(...positions.map(({ x }) => x)),
  y: Math.min(...positions.map(({ y }) => y)),
})
