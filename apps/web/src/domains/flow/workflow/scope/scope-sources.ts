import { NodeType } from '@orrery/engine/node-type'
import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'

/** A node with values that are available at another node. */
export interface ScopeSource {
  /** Its outputs; inside a loop or batch, its current item and variables; in batch mode, its own items. */
  as: 'outputs' | 'round' | 'items'
  node: CanvasNode
}

/** The nodes before a node, nearest first. Later nodes have no values yet. */
export function scopeSources(canvas: Canvas, nodeId: string): ScopeSource[] {
  const place = indexOf(canvas).get(nodeId)
  if (!place) return []
  const { node, parent } = place
  const own: ScopeSource[] = isBatchMode(node) ? [{ as: 'items', node }] : []
  if (!parent) return [...own, ...before(canvas.nodes, edgesOf(canvas), nodeId)]
  return [
    ...own,
    ...before(blocksOf(parent), edgesOf(parent), nodeId),
    { as: 'round', node: parent },
    ...before(canvas.nodes, edgesOf(canvas), parent.id),
  ]
}

/** Values a loop or batch can collect: outputs of inner nodes, and its own variables. */
export function roundSources(canvas: Canvas, nodeId: string): ScopeSource[] {
  const node = indexOf(canvas).get(nodeId)?.node
  if (!node) return []
  const inside = blocksOf(node).map((inner): ScopeSource => ({ as: 'outputs', node: inner }))
  return node.type === NodeType.Loop ? [...inside, { as: 'round', node }] : inside
}

function before(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[], from: string): ScopeSource[] {
  const into = new Map<string, string[]>()
  for (const { sourceNodeID, targetNodeID } of edges) {
    const list = into.get(targetNodeID)
    if (list) list.push(sourceNodeID)
    else into.set(targetNodeID, [sourceNodeID])
  }
  const seen = new Set([from])
  for (const id of seen) for (const source of into.get(id) ?? []) seen.add(source)
  seen.delete(from)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return [...seen].flatMap((id) => {
    const node = byId.get(id)
    return node ? [{ as: 'outputs' as const, node }] : []
  })
}

export function isBatchMode(node: CanvasNode): boolean {
  const batch = node.data?.inputs?.['batch']
  return typeof batch === 'object' && batch !== null && (batch as { batchEnable?: unknown }).batchEnable === true
}

/**
 * Whether the same values are available, so that nothing has to be recomputed. Inner nodes of a loop do not affect its
 * own data.
 */
export const sameSources = (a: readonly ScopeSource[], b: readonly ScopeSource[]): boolean =>
  a.length === b.length &&
  a.every((item, i) => item.as === b[i]!.as && item.node.id === b[i]!.node.id && item.node.data === b[i]!.node.data)
