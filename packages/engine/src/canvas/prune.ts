import { NodeType } from '#node-type.ts'
import type { RawEdge, RawNode } from './parse.ts'

const commentType = NodeType.Comment

export interface Pruned {
  nodes: RawNode[]
  edges: RawEdge[]
}

/**
 * Removes comments, nodes without an incoming line (except Start and End), and the nodes that only those led to. In
 * the body of a loop or batch `parentId` is both the beginning and the end.
 */
export function prune(nodes: readonly RawNode[], edges: readonly RawEdge[], parentId: string | undefined): Pruned {
  const left = new Map(nodes.filter((node) => node.type !== commentType).map((node) => [node.id, node]))
  const known = (id: string) => left.has(id) || id === parentId
  let kept = edges.filter((edge) => known(edge.source) && known(edge.target))
  const incoming = new Map<string, number>()
  const outgoing = new Map<string, RawEdge[]>()
  for (const edge of kept) {
    incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1)
    const list = outgoing.get(edge.source)
    if (list) list.push(edge)
    else outgoing.set(edge.source, [edge])
  }
  const lonely = [...left.values()].filter((node) => !incoming.get(node.id) && !isFixed(node, parentId))
  for (let node = lonely.pop(); node; node = lonely.pop()) {
    left.delete(node.id)
    for (const edge of outgoing.get(node.id) ?? []) {
      const count = incoming.get(edge.target)! - 1
      incoming.set(edge.target, count)
      const target = left.get(edge.target)
      if (count === 0 && target && !isFixed(target, parentId)) lonely.push(target)
    }
  }
  kept = kept.filter((edge) => known(edge.source) && known(edge.target))
  return { nodes: [...left.values()], edges: kept }
}

const isFixed = (node: RawNode, parentId: string | undefined) =>
  parentId === undefined && (node.type === NodeType.Start || node.type === NodeType.End)
