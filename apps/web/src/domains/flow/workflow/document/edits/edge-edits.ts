import { type Canvas, type CanvasEdge, edgesOf } from '../canvas.ts'
import { edgeKey, edgesIn, parentOf } from '../canvas-index.ts'
import { innerEnd, innerStart } from '../ports.ts'
import { setNode } from './node-edits.ts'

export interface Line {
  source: string
  target: string
  sourcePort?: string | undefined
  targetPort?: string | undefined
}

export const edgeOf = ({ source, target, sourcePort, targetPort }: Line): CanvasEdge => ({
  sourceNodeID: source,
  targetNodeID: target,
  ...(sourcePort ? { sourcePortID: sourcePort } : {}),
  ...(targetPort ? { targetPortID: targetPort } : {}),
})

/** The loop or batch that contains the edge: the parent of both ends, or the node whose inner port the edge uses. */
export function levelOfLine(canvas: Canvas, line: Line): string | undefined {
  if (line.sourcePort && innerStart.has(line.sourcePort)) return line.source
  if (line.targetPort && innerEnd.has(line.targetPort)) return line.target
  return parentOf(canvas, line.source)?.id
}

/** Adds an edge unless it already exists. */
export function connect(canvas: Canvas, line: Line): Canvas {
  const edge = edgeOf(line)
  const parentId = levelOfLine(canvas, line)
  const key = edgeKey(edge, parentId)
  if (edgesIn(canvas).some((edge) => edgeKey(edge.edge, edge.parentId) === key)) return canvas
  return setEdges(canvas, parentId, (edges) => [...edges, edge])
}

/** Removes edges by their ids from `edgesIn`. */
export function disconnect(canvas: Canvas, ids: Iterable<string>): Canvas {
  const gone = new Set(ids)
  const lines = edgesIn(canvas).filter((edge) => gone.has(edge.id))
  const edges = new Set(lines.map((line) => line.edge))
  return [...new Set(lines.map((line) => line.parentId))].reduce(
    (now, parentId) => setEdges(now, parentId, (list) => list.filter((edge) => !edges.has(edge))),
    canvas,
  )
}

/** Changes the ends of an edge, which keeps its position in the list. */
export function reconnect(canvas: Canvas, id: string, line: Line): Canvas {
  const old = edgesIn(canvas).find((edge) => edge.id === id)
  if (!old) return connect(canvas, line)
  if (levelOfLine(canvas, line) !== old.parentId) return connect(disconnect(canvas, [id]), line)
  const { sourcePortID: _s, targetPortID: _t, ...rest } = old.edge
  return setEdges(canvas, old.parentId, (edges) =>
    edges.map((edge) => (edge === old.edge ? { ...rest, ...edgeOf(line) } : edge)),
  )
}

function setEdges(
  canvas: Canvas,
  parentId: string | undefined,
  change: (edges: readonly CanvasEdge[]) => readonly CanvasEdge[],
): Canvas {
  if (parentId === undefined) return { ...canvas, edges: change(edgesOf(canvas)) }
  return setNode(canvas, parentId, (node) => ({ ...node, edges: change(edgesOf(node)) }))
}
