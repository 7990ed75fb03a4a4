import type { Topology } from './version.queries.ts'

type TopoNode = Topology['nodes'][number]
export interface PlacedNode {
  node: TopoNode
  x: number
  y: number
}
const COLUMN = 260
const ROW = 76

/** Places nodes in columns by their distance from the root. Nodes without incoming edges are in the first column. */
export function placeNodes({ nodes, edges }: Pick<Topology, 'nodes' | 'edges'>): PlacedNode[] {
  const next = Map.groupBy(edges, (edge) => edge.source_node_id)
  const depth = new Map<string, number>()
  const targets = new Set(edges.map((edge) => edge.target_node_id))
  const roots = nodes.filter((node, at) => at === 0 || !targets.has(node.node_id))
  let level = roots.map((node) => node.node_id)
  for (let at = 0; level.length && at <= nodes.length; at += 1) {
    for (const id of level) if (!depth.has(id)) depth.set(id, at)
    level = level
      .flatMap((id) => (next.get(id) ?? []).map((edge) => edge.target_node_id))
      .filter((id) => !depth.has(id))
  }
  const rows = new Map<number, number>()
  return nodes.map((node) => {
    const column = depth.get(node.node_id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { node, x: column * COLUMN, y: row * ROW }
  })
}
