import type { CanvasEdge } from '../../document/canvas.ts'

export interface Placed {
  id: string
  x: number
  y: number
  width: number
  height: number
  /** Offsets of its ports from its top: the input port, and an output port by id. */
  inlet: number
  outlet: (port: string) => number
}

/**
 * Dagre aligns the centres of cards, but edges connect ports near their tops. A card that is the only
 * successor of its only predecessor moves up or down until the edge between them is straight, if there is room.
 */
export function straighten(cards: readonly Placed[], edges: readonly CanvasEdge[], gap: number): Placed[] {
  const placed = new Map(cards.map((card) => [card.id, card]))
  const leaving = Map.groupBy(edges, (edge) => edge.sourceNodeID)
  const arriving = Map.groupBy(edges, (edge) => edge.targetNodeID)
  for (const { id } of cards.toSorted((a, b) => a.x - b.x)) {
    const [edge, ...others] = arriving.get(id) ?? []
    const source = edge && placed.get(edge.sourceNodeID)
    if (!source || others.length || leaving.get(source.id)!.length > 1) continue
    const card = placed.get(id)!
    const moved = { ...card, y: source.y + source.outlet(edge.sourcePortID ?? '') - card.inlet }
    if (![...placed.values()].some((other) => other.id !== id && isNear(moved, other, gap))) placed.set(id, moved)
  }
  return [...placed.values()]
}

const isNear = (a: Placed, b: Placed, gap: number) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap
