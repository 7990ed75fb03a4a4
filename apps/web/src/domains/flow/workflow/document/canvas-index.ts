import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf } from './canvas.ts'

export interface Place {
  node: CanvasNode
  /** The loop or batch that contains the node. */
  parent?: CanvasNode
}

const made = new WeakMap<Canvas, ReadonlyMap<string, Place>>()

/** Every node by id, including those in loops. Computed once per canvas. */
export function indexOf(canvas: Canvas): ReadonlyMap<string, Place> {
  let index = made.get(canvas)
  if (!index) {
    const map = new Map<string, Place>()
    for (const node of canvas.nodes) {
      map.set(node.id, { node })
      for (const inner of blocksOf(node)) map.set(inner.id, { node: inner, parent: node })
    }
    index = map
    made.set(canvas, index)
  }
  return index
}

export const findNode = (canvas: Canvas, id: string): CanvasNode | undefined => indexOf(canvas).get(id)?.node
export const parentOf = (canvas: Canvas, id: string): CanvasNode | undefined => indexOf(canvas).get(id)?.parent

export interface PlacedEdge {
  edge: CanvasEdge
  /** The loop or batch that contains the edge; undefined on the canvas itself. */
  parentId: string | undefined
  id: string
}

const edgeCache = new WeakMap<Canvas, readonly PlacedEdge[]>()
const idOf = new WeakMap<CanvasEdge, PlacedEdge>()

/** Edges are stored without ids: an id is derived from both ends, with a number for duplicates. */
export function edgesIn(canvas: Canvas): readonly PlacedEdge[] {
  let list = edgeCache.get(canvas)
  if (!list) {
    const seen = new Map<string, number>()
    const place = (parentId: string | undefined) => (edge: CanvasEdge) => placed(edge, parentId, seen)
    list = [
      ...edgesOf(canvas).map(place(undefined)),
      ...canvas.nodes.flatMap((node) => edgesOf(node).map(place(node.id))),
    ]
    edgeCache.set(canvas, list)
  }
  return list
}

function placed(edge: CanvasEdge, parentId: string | undefined, seen: Map<string, number>): PlacedEdge {
  const key = edgeKey(edge, parentId)
  const count = seen.get(key) ?? 0
  seen.set(key, count + 1)
  const id = count ? `${key}#${count}` : key
  const known = idOf.get(edge)
  if (known?.id === id && known.parentId === parentId) return known
  const made = { edge, parentId, id }
  idOf.set(edge, made)
  return made
}

export const edgeKey = (edge: CanvasEdge, parentId = ''): string =>
  `${parentId}/${edge.sourceNodeID}:${edge.sourcePortID ?? ''}>${edge.targetNodeID}:${edge.targetPortID ?? ''}`

/** All ids in use, including groups. */
export function takenIds(canvas: Canvas): Set<string> {
  const ids = new Set(indexOf(canvas).keys())
  for (const group of canvas.groups ?? []) ids.add(group.id)
  return ids
}
