import type { Canvas, CanvasNode } from '../../document/canvas.ts'
import { edgesIn, indexOf, type PlacedEdge } from '../../document/canvas-index.ts'
import { compositePorts, innerEnd, sourcePortsOf, takesLines } from '../../document/ports.ts'
import { isComposite, titleOf } from '../../document/canvas.ts'
import type { FlowEdge } from './flow-model.ts'

interface Wanted {
  canvas: Canvas
  selection: ReadonlySet<string>
  isReadOnly: boolean
  /** Label of an edge, built from the titles of the nodes at its ends. */
  nameOf: (from: string, to: string) => string
}

/** Builds the React Flow edges; an unchanged edge stays the same object. */
export function createFlowEdges() {
  let cache = new Map<string, { placed: PlacedEdge; key: string; edge: FlowEdge }>()

  return function build({ canvas, selection, isReadOnly, nameOf }: Wanted): FlowEdge[] {
    const next: typeof cache = new Map()
    const index = indexOf(canvas)
    const list = edgesIn(canvas).flatMap((placed) => {
      const source = index.get(placed.edge.sourceNodeID)?.node
      const target = index.get(placed.edge.targetNodeID)?.node
      // An edge that lacks a node at one end cannot be drawn; the problem list reports it.
      if (!source || !target || !takesLines(target)) return []
      const from = sourceHandle(source, placed)
      if (!from) return []
      const to = targetHandle(target, placed)
      const isSelected = selection.has(placed.id)
      const name = nameOf(titleOf(source), titleOf(target))
      const key = `${from.id},${from.isBroken},${from.lane},${to},${isSelected},${isReadOnly},${name}`
      const known = cache.get(placed.id)
      const entry =
        known && known.placed === placed && known.key === key
          ? known
          : { placed, key, edge: makeEdge(placed, from, to, { isSelected, isReadOnly, name }) }
      next.set(placed.id, entry)
      return [entry.edge]
    })
    cache = next
    return list
  }
}

interface From {
  id: string | null
  isBroken: boolean
  /** Number of output ports below this one: keeps backward edges of one card apart. */
  lane: number
}

interface Look {
  isSelected: boolean
  isReadOnly: boolean
  name: string
}

function makeEdge(placed: PlacedEdge, from: From, to: string | null, look: Look): FlowEdge {
  return {
    id: placed.id,
    type: 'line',
    source: placed.edge.sourceNodeID,
    target: placed.edge.targetNodeID,
    sourceHandle: from.id,
    targetHandle: to,
    data: { placed, isBroken: from.isBroken, lane: from.lane },
    selected: look.isSelected,
    reconnectable: !look.isReadOnly,
    ariaLabel: look.name,
  }
}

/** The edge of a removed port (a deleted branch) is attached to the first port and marked as broken. */
function sourceHandle(node: CanvasNode, { edge, parentId }: PlacedEdge): From | undefined {
  if (parentId === node.id) return { id: compositePorts(node.type).first, isBroken: false, lane: 0 }
  const ports = sourcePortsOf(node)
  const wanted = edge.sourcePortID ?? ''
  const found =
    ports.find((port) => port.id === wanted) ??
    (wanted === '' || wanted === 'default' ? ports.find((port) => port.kind === 'plain') : undefined)
  const port = found ?? ports[0]
  return port && { id: port.id || null, isBroken: !found, lane: ports.length - 1 - ports.indexOf(port) }
}

function targetHandle(node: CanvasNode, { edge, parentId }: PlacedEdge): string | null {
  if (parentId === node.id || (isComposite(node) && innerEnd.has(edge.targetPortID ?? '')))
    return compositePorts(node.type).last
  return null
}
