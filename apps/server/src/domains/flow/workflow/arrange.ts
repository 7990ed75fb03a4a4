type Json = Record<string, unknown>
const COLUMN = 460
const ROW = 220

/** Arranges nodes in columns by their distance from the start, for a canvas that has no positions. */
export function arrange(canvas: { nodes: Json[]; edges: Json[] }): { nodes: Json[]; edges: Json[] } {
  const next = new Map<string, string[]>()
  for (const edge of canvas.edges)
    next.set(String(edge.sourceNodeID), [...(next.get(String(edge.sourceNodeID)) ?? []), String(edge.targetNodeID)])
  const column = new Map<string, number>([['100001', 0]])
  const queue = ['100001']
  // The longest path counts. In a circle, the search stops once a path is longer than the number of nodes.
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const after = column.get(id)! + 1
    if (after > canvas.nodes.length) break
    for (const to of next.get(id) ?? [])
      if (after > (column.get(to) ?? -1)) {
        column.set(to, after)
        queue.push(to)
      }
  }
  const rows = new Map<number, number>()
  return {
    ...canvas,
    nodes: canvas.nodes.map((node) => {
      const x = column.get(String(node.id)) ?? 0
      const y = rows.get(x) ?? 0
      rows.set(x, y + 1)
      const { meta, blocks } = node as { meta?: Json; blocks?: Json[] }
      const inner =
        Array.isArray(blocks) && blocks.length
          ? arrange({ nodes: blocks, edges: (node.edges as Json[] | undefined) ?? [] }).nodes
          : undefined
      return {
        ...node,
        meta: { ...meta, position: meta?.position ?? { x: x * COLUMN, y: y * ROW } },
        ...(inner && { blocks: inner.map((item, at) => ({ ...item, meta: { position: { x: at * COLUMN, y: 0 } } })) }),
      }
    }),
  }
}
