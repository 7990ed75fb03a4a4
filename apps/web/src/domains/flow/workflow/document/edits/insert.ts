import { type Canvas, type CanvasNode, type Point, positionOf } from '../canvas.ts'
import { edgesIn, indexOf } from '../canvas-index.ts'
import { compositePorts, sourcePortsOf } from '../ports.ts'
import { connect, disconnect } from './edge-edits.ts'
import { addNode, moveNodes } from './node-edits.ts'

/** The port that continues a chain: the unnamed port, or the first branch. */
export const mainPort = (node: CanvasNode): string | undefined => sourcePortsOf(node)[0]?.id

interface OnEdge {
  edgeId: string
  /** Distance from the new node to the target of the edge. */
  room: number
}

/** Inserts a node into an edge and moves the following nodes right if there is too little room. */
export function insertOnEdge(canvas: Canvas, node: CanvasNode, { edgeId, room }: OnEdge): Canvas {
  const placed = edgesIn(canvas).find((edge) => edge.id === edgeId)
  if (!placed) return addNode(canvas, node)
  const { edge, parentId } = placed
  const out = mainPort(node)
  let next = addNode(disconnect(canvas, [edgeId]), node, parentId)
  next = connect(next, { source: edge.sourceNodeID, target: node.id, sourcePort: edge.sourcePortID })
  if (out !== undefined)
    next = connect(next, { source: node.id, target: edge.targetNodeID, sourcePort: out, targetPort: edge.targetPortID })
  return edge.targetNodeID === parentId ? next : makeRoom(next, edge.targetNodeID, positionOf(node).x + room, node.id)
}

/** Moves a node right to `from`, together with everything at its level that is not left of it. */
function makeRoom(canvas: Canvas, targetId: string, from: number, exceptId: string): Canvas {
  const index = indexOf(canvas)
  const target = index.get(targetId)
  if (!target) return canvas
  const edge = positionOf(target.node).x
  const missing = from - edge
  if (missing <= 0) return canvas
  const level = target.parent?.blocks ?? canvas.nodes
  const moved = level
    .filter((node) => node.id !== exceptId && positionOf(node).x >= edge)
    .map((node): [string, Point] => [node.id, { x: positionOf(node).x + missing, y: positionOf(node).y }])
  return moveNodes(canvas, new Map(moved))
}

/** Adds a node after another one and connects them. */
export function insertAfter(canvas: Canvas, node: CanvasNode, from: { source: string; sourcePort: string }): Canvas {
  const source = indexOf(canvas).get(from.source)
  const startsRound = source !== undefined && from.sourcePort === compositePorts(source.node.type).first
  const parentId = startsRound ? from.source : source?.parent?.id
  return connect(addNode(canvas, node, parentId), { ...from, target: node.id })
}
