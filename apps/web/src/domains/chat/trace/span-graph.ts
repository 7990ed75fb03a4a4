import type { TraceSpan } from './trace.queries.ts'

interface GraphNode {
  key: string
  span: TraceSpan
  level: number
  row: number
  calls: number
  failed: number
  milliseconds: number
}
export interface SpanGraph {
  nodes: GraphNode[]
  edges: { from: string; to: string; calls: number }[]
  levels: number
  rows: number
}
const MAX_NODES = 200

/** The call graph: steps with the same name and caller are one node, with the number of calls. */
export function spanGraph(spans: readonly TraceSpan[]): SpanGraph {
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const nodes = new Map<string, GraphNode>()
  const keys = new Map<string, string>()
  const edges = new Map<string, { from: string; to: string; calls: number }>()
  const used: number[] = []
  const place = (span: TraceSpan, parent: GraphNode | undefined) => {
    const key = `${parent?.key ?? ''}/${span.kind}:${span.name}`
    keys.set(span.span_id, key)
    let node = nodes.get(key)
    if (!node) {
      if (nodes.size >= MAX_NODES) return
      const level = parent ? parent.level + 1 : 0
      const row = (used[level] = (used[level] ?? -1) + 1)
      node = { key, span, level, row, calls: 0, failed: 0, milliseconds: 0 }
      nodes.set(key, node)
    }
    node.calls += 1
    node.failed += span.status === 2 ? 1 : 0
    node.milliseconds += span.duration_ms
    if (!parent) return
    const name = `${parent.key} ${key}`
    const edge = edges.get(name) ?? { from: parent.key, to: key, calls: 0 }
    edges.set(name, { ...edge, calls: edge.calls + 1 })
  }
  const levelOf = (span: TraceSpan): number => {
    let level = 0
    for (let at = byId.get(span.parent_id); at && level < 1000; at = byId.get(at.parent_id)) level += 1
    return level
  }
  const ordered = spans
    .map((span) => ({ span, level: levelOf(span) }))
    .toSorted((a, b) => a.level - b.level || a.span.offset_ms - b.span.offset_ms)
  for (const { span } of ordered) {
    const parent = byId.has(span.parent_id) ? nodes.get(keys.get(span.parent_id) ?? '') : undefined
    if (!parent && byId.has(span.parent_id)) continue
    place(span, parent)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], levels: used.length, rows: Math.max(0, ...used) + 1 }
}
