import { describe } from '@orrery/engine/describe'
import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf, isFixed, type Point } from '../canvas.ts'
import { edgesIn, indexOf } from '../canvas-index.ts'
import { addNode, at, removeNodes, setNode } from './node-edits.ts'

/** The reason why a node cannot be at that level; its text is `refused.<reason>`. */
export type LevelRefusal = 'fixed' | 'nested' | 'loopOnly'

/** Returns null if the node is allowed in this loop, or on the canvas if no loop is given. */
export function levelRefusal(node: CanvasNode, parentId: string | undefined): LevelRefusal | null {
  if (isFixed(node)) return 'fixed'
  const place = describe(node.type)?.place
  if (parentId && place === 'root') return 'nested'
  return !parentId && place === 'loop' ? 'loopOnly' : null
}

/**
 * Moves nodes into a loop or out of it. Edges between them are preserved; edges to other nodes would cross the border
 * and are removed. References stay unchanged: the problem list reports those that no longer reach their value.
 */
export function moveToLevel(
  canvas: Canvas,
  positions: ReadonlyMap<string, Point>,
  parentId: string | undefined,
): Canvas {
  const index = indexOf(canvas)
  const moved = [...positions].flatMap(([id, place]) => {
    const found = index.get(id)
    const stays = !found || found.parent?.id === parentId || id === parentId
    return stays || levelRefusal(found.node, parentId) ? [] : [at(found.node, rounded(place))]
  })
  if (!moved.length) return canvas
  const ids = new Set(moved.map((node) => node.id))
  const lines = edgesIn(canvas)
    .map((edge) => edge.edge)
    .filter((edge) => ids.has(edge.sourceNodeID) && ids.has(edge.targetNodeID))
  const added = moved.reduce((now, node) => addNode(now, node, parentId), removeNodes(canvas, ids))
  return lines.length ? withLines(added, parentId, lines) : added
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

const withLines = (canvas: Canvas, parentId: string | undefined, lines: readonly CanvasEdge[]): Canvas =>
  parentId === undefined
    ? { ...canvas, edges: [...edgesOf(canvas), ...lines] }
    : setNode(canvas, parentId, (node) => ({ ...node, edges: [...edgesOf(node), ...lines] }))

/** Keeps the position right of and below the existing nodes; otherwise everything in the loop would move. */
export function besideOthers(round: CanvasNode, place: Point, positionOf: (node: CanvasNode) => Point): Point {
  const others = blocksOf(round).map(positionOf)
  if (!others.length) return place
  return {
    x: Math.max(place.x, Math.min(...others.map((other) => other.x))),
    y: Math.max(place.y, Math.min(...others.map((other) => other.y))),
  }
}
