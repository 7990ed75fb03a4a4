import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf, groupsOf, type Point } from '../canvas.ts'
import { indexOf } from '../canvas-index.ts'

/** Changes one node at any level. All other objects stay the same; without a change the same canvas is returned. */
export function setNode(canvas: Canvas, id: string, change: (node: CanvasNode) => CanvasNode): Canvas {
  const place = indexOf(canvas).get(id)
  if (!place) return canvas
  const next = change(place.node)
  if (next === place.node) return canvas
  const { parent } = place
  if (!parent) return { ...canvas, nodes: canvas.nodes.map((node) => (node === place.node ? next : node)) }
  const blocks = blocksOf(parent).map((node) => (node === place.node ? next : node))
  return setNode(canvas, parent.id, (node) => ({ ...node, blocks }))
}

/** Changes the data of a node: `inputs`, `outputs`, `nodeMeta` … */
export const setNodeData = (canvas: Canvas, id: string, change: (data: CanvasNode['data']) => CanvasNode['data']) =>
  setNode(canvas, id, (node) => {
    const data = change(node.data)
    return data === node.data ? node : { ...node, data }
  })

export const setTitle = (canvas: Canvas, id: string, title: string): Canvas =>
  setNodeData(canvas, id, (data) =>
    data.nodeMeta?.title === title ? data : { ...data, nodeMeta: { ...data.nodeMeta, title } },
  )

/** Adds a node to the canvas or to a loop. */
export function addNode(canvas: Canvas, node: CanvasNode, parentId?: string): Canvas {
  if (!parentId) return { ...canvas, nodes: [...canvas.nodes, node] }
  return setNode(canvas, parentId, (parent) => ({ ...parent, blocks: [...blocksOf(parent), node] }))
}

/** Removes nodes with their edges and inner nodes. */
export function removeNodes(canvas: Canvas, ids: Iterable<string>): Canvas {
  const gone = new Set(ids)
  const index = indexOf(canvas)
  if (![...gone].some((id) => index.has(id))) return canvas
  for (const id of gone) for (const inner of blocksOf(index.get(id)?.node ?? {})) gone.add(inner.id)
  const nodes = keep(
    canvas.nodes.filter((node) => !gone.has(node.id)),
    canvas.nodes,
  ).map((node) => withoutInside(node, gone))
  const edges = canvas.edges ? { edges: keep(canvas.edges.filter(isOutside(gone)), canvas.edges) } : {}
  return leaveGroups({ ...canvas, nodes, ...edges }, gone)
}

function withoutInside(node: CanvasNode, gone: ReadonlySet<string>): CanvasNode {
  if (!blocksOf(node).some((inner) => gone.has(inner.id))) return node
  return {
    ...node,
    blocks: blocksOf(node).filter((inner) => !gone.has(inner.id)),
    edges: edgesOf(node).filter(isOutside(gone)),
  }
}

/** Removes nodes from their groups, and groups that have become empty. */
function leaveGroups(canvas: Canvas, gone: ReadonlySet<string>): Canvas {
  if (!groupsOf(canvas).some((group) => group.nodeIds.some((id) => gone.has(id)))) return canvas
  const groups = groupsOf(canvas)
    .map((group) => ({ ...group, nodeIds: group.nodeIds.filter((id) => !gone.has(id)) }))
    .filter((group) => group.nodeIds.length > 0)
  return { ...canvas, groups }
}

const isOutside = (gone: ReadonlySet<string>) => (edge: CanvasEdge) =>
  !gone.has(edge.sourceNodeID) && !gone.has(edge.targetNodeID)
const keep = <T>(next: readonly T[], before: readonly T[]): readonly T[] =>
  next.length === before.length ? before : next

/** Moves nodes to the given positions; a node that is already there stays the same object. */
export function moveNodes(canvas: Canvas, positions: ReadonlyMap<string, Point>): Canvas {
  const moved = (node: CanvasNode): CanvasNode => {
    const to = positions.get(node.id)
    const from = node.meta?.position
    const here = to && (from?.x !== to.x || from?.y !== to.y) ? at(node, to) : node
    const blocks = blocksOf(here).map(moved)
    return blocks.every((inner, i) => inner === blocksOf(here)[i]) ? here : { ...here, blocks }
  }
  const nodes = canvas.nodes.map(moved)
  return nodes.every((node, i) => node === canvas.nodes[i]) ? canvas : { ...canvas, nodes }
}

export const at = (node: CanvasNode, position: Point): CanvasNode => ({
  ...node,
  meta: { ...node.meta, position: { ...node.meta?.position, ...position } },
})
