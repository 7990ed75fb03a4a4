import type { Graph } from '#model.ts'

/** The node and all nodes that can be reached from it. */
export function reach(graph: Graph, from: number, alongReferences: boolean): Set<number> {
  const seen = new Set([from])
  for (const index of seen) {
    const node = graph.nodes[index]!
    for (const { to } of node.edges) seen.add(to)
    if (alongReferences) for (const to of node.dataTo) seen.add(to)
  }
  return seen
}
