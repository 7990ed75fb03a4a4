import {
  blocksOf,
  type Canvas,
  type CanvasEdge,
  type CanvasNode,
  edgesOf,
  endId,
  isComment,
  isComposite,
  type Point,
  positionOf,
} from './canvas.ts'
import { moveNodes } from './edits/node-edits.ts'

const across = 400
const down = 240

/**
 * A canvas that a program wrote often has no positions, so that all nodes would cover each other. They are shown in columns
 * along the edges. Nothing is saved until somebody edits the canvas.
 */
export function withPositions(canvas: Canvas): Canvas {
  const positions = new Map<string, Point>()
  for (const level of [canvas, ...canvas.nodes.filter(isComposite)]) {
    const nodes = 'nodes' in level ? (level as Canvas).nodes : blocksOf(level as CanvasNode)
    const cards = nodes.filter((node) => !isComment(node))
    if (isStacked(cards)) for (const [id, place] of inColumns(cards, edgesOf(level))) positions.set(id, place)
  }
  return positions.size ? moveNodes(canvas, positions) : canvas
}

function isStacked(nodes: readonly CanvasNode[]): boolean {
  if (nodes.length < 2) return false
  const [first, ...rest] = nodes.map(positionOf)
  return rest.every(({ x, y }) => x === first!.x && y === first!.y)
}

function inColumns(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): Map<string, Point> {
  const columns = columnsOf(nodes, edges)
  const inColumn = Map.groupBy(nodes, ({ id }) => columns.get(id)!)
  return new Map(
    [...inColumn].flatMap(([column, members]) =>
      members.map(({ id }, i) => [id, { x: column * across, y: (i - (members.length - 1) / 2) * down }] as const),
    ),
  )
}

/** The longest way from a node that nothing leads to. A circle is walked once. */
function columnsOf(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): Map<string, number> {
  const sources = Map.groupBy(edges, ({ targetNodeID }) => targetNodeID)
  const known = new Map<string, number>()
  const ids = new Set(nodes.map(({ id }) => id))
  function columnOf(id: string): number {
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(id, 0)
    const before = (sources.get(id) ?? []).filter(({ sourceNodeID }) => ids.has(sourceNodeID))
    const column = Math.max(-1, ...before.map(({ sourceNodeID }) => columnOf(sourceNodeID))) + 1
    known.set(id, column)
    return column
  }
  for (const id of ids) columnOf(id)
  // An end that nothing leads to stands behind everything else.
  if (known.get(endId) === 0) known.set(endId, Math.max(...known.values()) + 1)
  return known
}
