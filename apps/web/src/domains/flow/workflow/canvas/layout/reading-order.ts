import { type Canvas, edgesOf, positionOf, startId } from '../../document/canvas.ts'

const cache = new WeakMap<Canvas, ReadonlyMap<string, number>>()

/** Topological order of the nodes; from left to right where the edges allow several orders. */
export function readingOrder(canvas: Canvas): ReadonlyMap<string, number> {
  const known = cache.get(canvas)
  if (known) return known
  const next = new Map<string, string[]>()
  const waits = new Map<string, number>()
  for (const { sourceNodeID, targetNodeID } of edgesOf(canvas)) {
    next.set(sourceNodeID, [...(next.get(sourceNodeID) ?? []), targetNodeID])
    waits.set(targetNodeID, (waits.get(targetNodeID) ?? 0) + 1)
  }
  const positions = new Map(canvas.nodes.map((node) => [node.id, positionOf(node)]))
  const before = (a: string, b: string) => {
    const [p, q] = [positions.get(a)!, positions.get(b)!]
    return Number(b === startId) - Number(a === startId) || p.x - q.x || p.y - q.y
  }
  const free = canvas.nodes
    .map((node) => node.id)
    .filter((id) => !waits.get(id))
    .toSorted(before)
  const order = new Map<string, number>()
  while (free.length) {
    const id = free.shift()!
    if (order.has(id)) continue
    order.set(id, order.size)
    const ready = (next.get(id) ?? []).filter((to) => {
      waits.set(to, waits.get(to)! - 1)
      return waits.get(to) === 0 && positions.has(to)
    })
    free.unshift(...ready.toSorted(before))
  }
  // Nodes on a cycle come last, in their stored order.
  for (const { id } of canvas.nodes) if (!order.has(id)) order.set(id, order.size)
  cache.set(canvas, order)
  return order
}
