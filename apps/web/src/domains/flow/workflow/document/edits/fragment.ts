import {
  blocksOf,
  type Canvas,
  type CanvasEdge,
  type CanvasNode,
  edgesOf,
  isComposite,
  isFixed,
  type Point,
  positionOf,
  titleOf,
} from '../canvas.ts'
import { indexOf, takenIds } from '../canvas-index.ts'
import { newNodeId } from '../new-id.ts'
import { isLoopOnly } from '../ports.ts'
import { freeTitle } from './free-title.ts'
import { addNode, at, setNode } from './node-edits.ts'
import { renameReferences } from './references.ts'

/** Nodes with the edges between them, as they are copied and pasted. */
export interface Fragment {
  nodes: readonly CanvasNode[]
  edges: readonly CanvasEdge[]
}

/** Copies nodes except start and end. If a loop is copied, its inner nodes are not copied a second time. */
export function copyFragment(canvas: Canvas, ids: Iterable<string>): Fragment {
  const wanted = new Set(ids)
  const index = indexOf(canvas)
  const nodes = [...wanted].flatMap((id) => {
    const place = index.get(id)
    if (!place || isFixed(place.node) || (place.parent && wanted.has(place.parent.id))) return []
    return [place.node]
  })
  const levels = [canvas, ...canvas.nodes.filter(isComposite)]
  const copied = new Set(nodes.map((node) => node.id))
  const edges = levels.flatMap((level) =>
    edgesOf(level).filter((edge) => copied.has(edge.sourceNodeID) && copied.has(edge.targetNodeID)),
  )
  return { nodes, edges }
}

export interface PasteOptions {
  /** Target of the upper left corner; by default slightly offset from the original. */
  at?: Point | undefined
  /** The loop or batch to paste into. Nodes that are not allowed there are omitted. */
  parentId?: string | undefined
  newId?: (taken: ReadonlySet<string>) => string
}

export interface Pasted {
  canvas: Canvas
  ids: readonly string[]
  /** Nodes that could not be pasted: a loop inside a loop, or a "break" outside of one. */
  omitted: readonly CanvasNode[]
}

const beside = 32

/** Gives every node a new id and updates references between pasted nodes; other references stay unchanged. */
export function pasteFragment(canvas: Canvas, fragment: Fragment, options: PasteOptions = {}): Pasted {
  const { parentId, newId = newNodeId } = options
  const fits = (node: CanvasNode) => (parentId ? !isComposite(node) : !isLoopOnly(node))
  const nodes = fragment.nodes.filter((node) => !isFixed(node) && fits(node))
  const taken = takenIds(canvas)
  const ids = new Map<string, string>()
  for (const node of nodes.flatMap((node) => [node, ...blocksOf(node)])) {
    const id = newId(taken)
    taken.add(id)
    ids.set(node.id, id)
  }
  const shift = shiftOf(nodes, options.at)
  const titles = new Set<string>()
  const titled = (node: CanvasNode): CanvasNode => {
    if (!titleOf(node)) return node
    const title = freeTitle(canvas, titleOf(node), titles)
    titles.add(title)
    const blocks = node.blocks ? { blocks: node.blocks.map(titled) } : {}
    return { ...node, ...blocks, data: { ...node.data, nodeMeta: { ...node.data.nodeMeta, title } } }
  }
  const copies = nodes.map((node) => {
    const from = positionOf(node)
    return at(titled(withIds(node, ids)), { x: from.x + shift.x, y: from.y + shift.y })
  })
  const lines = fragment.edges
    .filter((edge) => ids.has(edge.sourceNodeID) && ids.has(edge.targetNodeID))
    .map((edge) => renameEdge(edge, ids))
  const withNodes = copies.reduce((now, node) => addNode(now, node, parentId), canvas)
  const pasted = parentId
    ? setNode(withNodes, parentId, (node) => (lines.length ? { ...node, edges: [...edgesOf(node), ...lines] } : node))
    : lines.length
      ? { ...withNodes, edges: [...edgesOf(withNodes), ...lines] }
      : withNodes
  return { canvas: pasted, ids: copies.map((node) => node.id), omitted: fragment.nodes.filter((node) => !fits(node)) }
}

/** Pastes copies beside the originals, in the same loop. */
export function duplicate(canvas: Canvas, ids: Iterable<string>, newId?: PasteOptions['newId']): Pasted {
  const index = indexOf(canvas)
  const byParent = new Map<string | undefined, string[]>()
  for (const { id } of copyFragment(canvas, ids).nodes) {
    const parentId = index.get(id)?.parent?.id
    byParent.set(parentId, [...(byParent.get(parentId) ?? []), id])
  }
  let pasted: Pasted = { canvas, ids: [], omitted: [] }
  for (const [parentId, some] of byParent) {
    const next = pasteFragment(pasted.canvas, copyFragment(canvas, some), { parentId, ...(newId ? { newId } : {}) })
    pasted = { canvas: next.canvas, ids: [...pasted.ids, ...next.ids], omitted: [...pasted.omitted, ...next.omitted] }
  }
  return pasted
}

function shiftOf(nodes: readonly CanvasNode[], to: Point | undefined): Point {
  if (!to || !nodes.length) return { x: beside, y: beside }
  const positions = nodes.map(positionOf)
  const left = Math.min(...positions.map((position) => position.x))
  const top = Math.min(...positions.map((position) => position.y))
  return { x: Math.round(to.x - left), y: Math.round(to.y - top) }
}

function withIds(node: CanvasNode, ids: ReadonlyMap<string, string>): CanvasNode {
  const { blocks, edges } = node
  return {
    ...node,
    id: ids.get(node.id) ?? node.id,
    data: renameReferences(node.data, ids),
    ...(blocks ? { blocks: blocks.map((inner) => withIds(inner, ids)) } : {}),
    ...(edges ? { edges: edges.map((edge) => renameEdge(edge, ids)) } : {}),
  }
}

const renameEdge = (edge: CanvasEdge, ids: ReadonlyMap<string, string>): CanvasEdge => ({
  ...edge,
  sourceNodeID: ids.get(edge.sourceNodeID) ?? edge.sourceNodeID,
  targetNodeID: ids.get(edge.targetNodeID) ?? edge.targetNodeID,
})
