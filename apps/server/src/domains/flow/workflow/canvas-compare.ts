import { isDeepStrictEqual } from 'node:util'
import { type CanvasNode, flatten, readFacts } from '@orrery/engine/canvas-facts'

export interface NodeChange {
  node_id: string
  title: string
  type: string
  change: 'added' | 'removed' | 'changed' | 'moved'
  /** Paths within the data of the node that differ. */
  paths: string[]
}
export interface EdgeChange {
  change: 'added' | 'removed'
  from: string
  to: string
  port: string
}
const MAX_PATHS = 50

/** Lists the changes between two canvases. A different position alone counts as `moved`. */
export function compareCanvases(before: string, after: string): { nodes: NodeChange[]; edges: EdgeChange[] } {
  const [old, now] = [readFacts(before), readFacts(after)]
  const oldNodes = new Map(flatten(old.nodes).map((node) => [node.id, node]))
  const newNodes = new Map(flatten(now.nodes).map((node) => [node.id, node]))
  const nodes: NodeChange[] = []
  const note = (node: CanvasNode, change: NodeChange['change'], paths: string[] = []) =>
    nodes.push({ node_id: node.id, title: node.title, type: node.type, change, paths })
  for (const [id, node] of newNodes) {
    const previous = oldNodes.get(id)
    if (!previous) note(node, 'added')
    else if (previous.type !== node.type) note(node, 'changed', ['type'])
    else {
      const paths = differences(previous.data, node.data, 'data')
      if (paths.length) note(node, 'changed', paths)
      else if (!isDeepStrictEqual(previous.raw.meta, node.raw.meta)) note(node, 'moved')
    }
  }
  for (const [id, node] of oldNodes) if (!newNodes.has(id)) note(node, 'removed')
  const keyOf = (edge: { from: string; to: string; port: string }) => `${edge.from}\n${edge.port}\n${edge.to}`
  const oldEdges = new Map(old.edges.map((edge) => [keyOf(edge), edge]))
  const newEdges = new Map(now.edges.map((edge) => [keyOf(edge), edge]))
  const edges: EdgeChange[] = []
  for (const [key, edge] of newEdges) if (!oldEdges.has(key)) edges.push({ change: 'added', ...edge })
  for (const [key, edge] of oldEdges) if (!newEdges.has(key)) edges.push({ change: 'removed', ...edge })
  return { nodes, edges }
}

function differences(before: unknown, after: unknown, path: string, found: string[] = []): string[] {
  if (found.length >= MAX_PATHS || isDeepStrictEqual(before, after)) return found
  const both = [before, after]
  if (
    both.every((item) => typeof item === 'object' && item !== null) &&
    Array.isArray(before) === Array.isArray(after)
  ) {
    const [left, right] = both as Record<string, unknown>[]
    for (const key of new Set([...Object.keys(left!), ...Object.keys(right!)]))
      differences(left![key], right![key], `${path}.${key}`, found)
  } else found.push(path)
  return found
}
