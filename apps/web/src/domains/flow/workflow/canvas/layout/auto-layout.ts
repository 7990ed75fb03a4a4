import { Graph, layout } from '@dagrejs/dagre'
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
} from '../../document/canvas.ts'
import { moveNodes } from '../../document/edits/node-edits.ts'
import { orderBranches } from './branch-order.ts'
import type { NodeLayout } from './canvas-layout.ts'
import { straighten } from './straighten.ts'

const across = 64
const down = 48

interface Sized {
  node: CanvasNode
  width: number
  height: number
  /** Ids of the output ports, from top to bottom. */
  ports: readonly string[]
  inlet: number
  outlet: (port: string) => number
}

/** Arranges nodes from left to right along the edges, inner nodes first: they determine the size of their loop. */
export function autoLayout(canvas: Canvas, layoutOf: (node: CanvasNode) => NodeLayout): Canvas {
  const inner = new Map<string, Point>()
  for (const round of canvas.nodes.filter(isComposite)) {
    const nodes = blocksOf(round).map((node) => sized(node, layoutOf))
    for (const [id, place] of positionsOf(nodes, edgesOf(round), { x: 0, y: 0 })) inner.set(id, place)
  }
  const tidied = moveNodes(canvas, inner)
  const cards = tidied.nodes.filter((node) => !isComment(node))
  const corner = {
    x: Math.min(...cards.map((node) => positionOf(node).x)),
    y: Math.min(...cards.map((node) => positionOf(node).y)),
  }
  const positions = positionsOf(
    cards.map((node) => sized(node, layoutOf)),
    edgesOf(tidied),
    corner,
  )
  for (const note of tidied.nodes.filter(isComment)) {
    const moved = besideNearest(note, cards, positions)
    if (moved) positions.set(note.id, moved)
  }
  return moveNodes(tidied, positions)
}

const sized = (node: CanvasNode, layoutOf: (node: CanvasNode) => NodeLayout): Sized => {
  const { width, height, ports } = layoutOf(node)
  const out = ports.filter((port) => port.type === 'source').toSorted((a, b) => a.y - b.y)
  return {
    node,
    width,
    height,
    ports: out.map((port) => port.id ?? ''),
    inlet: ports.find((port) => port.type === 'target')?.y ?? 0,
    outlet: (id) => (out.find((port) => (port.id ?? '') === id) ?? out[0])?.y ?? 0,
  }
}

function positionsOf(nodes: readonly Sized[], edges: readonly CanvasEdge[], corner: Point): Map<string, Point> {
  if (!nodes.length) return new Map()
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', ranksep: across, nodesep: down, edgesep: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { node, width, height } of nodes) graph.setNode(node.id, { width, height })
  edges.forEach((edge, i) => {
    if (graph.hasNode(edge.sourceNodeID) && graph.hasNode(edge.targetNodeID))
      graph.setEdge(edge.sourceNodeID, edge.targetNodeID, {}, String(i))
  })
  keepEndLast(graph)
  const portsOf = new Map(nodes.map(({ node, ports }) => [node.id, ports]))
  layout(graph, {
    customOrder: (ranked, order) => {
      order(ranked, {})
      orderBranches(ranked, (name) => {
        const edge = edges[Number(name)]
        const ports = edge && portsOf.get(edge.sourceNodeID)
        return ports ? Math.max(0, ports.indexOf(edge.sourcePortID ?? '')) / ports.length : 0
      })
    },
  })
  const arranged = nodes.map(({ node, ...size }) => {
    const { x = 0, y = 0 } = graph.node(node.id) as { x?: number; y?: number }
    return { ...size, id: node.id, x: x - size.width / 2, y: y - size.height / 2 }
  })
  const raw = straighten(arranged, edges, down / 2)
  const left = Math.min(...raw.map(({ x }) => x))
  const top = Math.min(...raw.map(({ y }) => y))
  return new Map(
    raw.map(({ id, x, y }) => [id, { x: Math.round(corner.x + x - left), y: Math.round(corner.y + y - top) }]),
  )
}

/** Puts an end node without incoming edges behind everything else, not below the start. */
function keepEndLast(graph: Graph): void {
  if (!graph.hasNode(endId) || graph.inEdges(endId)?.length) return
  for (const id of graph.sinks()) if (id !== endId) graph.setEdge(id, endId, {}, `last ${id}`)
}

/** A comment keeps its offset to the nearest node. */
function besideNearest(
  note: CanvasNode,
  cards: readonly CanvasNode[],
  positions: ReadonlyMap<string, Point>,
): Point | undefined {
  const at = positionOf(note)
  const away = (node: CanvasNode) => Math.hypot(positionOf(node).x - at.x, positionOf(node).y - at.y)
  const nearest = cards.reduce<CanvasNode | undefined>(
    (best, node) => (!best || away(node) < away(best) ? node : best),
    undefined,
  )
  const to = nearest && positions.get(nearest.id)
  if (!to) return undefined
  const from = positionOf(nearest)
  return { x: at.x + to.x - from.x, y: at.y + to.y - from.y }
}
