import type { NodeChange } from '@xyflow/react'
import { type Canvas, type CanvasNode, groupsOf, isComposite, type Point, positionOf } from '../../document/canvas.ts'
import type { FlowNode } from '../flow/flow-model.ts'
import { boundsOf, type Overrides, type Rect } from '../flow/flow-nodes.ts'
import { type Guide, snap } from '../layout/guides.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'

interface Now {
  canvas: Canvas
  nodes: readonly FlowNode[]
  overrides: Overrides
}

const reach = 6

/** Positions of all nodes being dragged or resized; undefined if the changes are of another kind. */
export function positionsDuringDrag(
  changes: readonly NodeChange<FlowNode>[],
  { canvas, nodes, overrides }: Now,
): { overrides: Overrides; guides: readonly Guide[] } | undefined {
  const next = new Map(overrides)
  let guides: readonly Guide[] = []
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const change of changes) {
    if (change.type !== 'dimensions' || !change.resizing || !change.dimensions) continue
    const node = byId.get(change.id)
    if (node) next.set(change.id, { ...node.position, ...overrides.get(change.id), ...change.dimensions })
  }
  const moved = changes.flatMap((change) =>
    change.type === 'position' && change.dragging && change.position ? [{ id: change.id, to: change.position }] : [],
  )
  if (moved.length) {
    const groups = new Map(groupsOf(canvas).map((group) => [group.id, group]))
    const cards = moved.filter(({ id }) => !groups.has(id))
    guides = cards.length ? place(cards, nodes, byId, next) : []
    const own = new Set(cards.map(({ id }) => id))
    for (const { id, to } of moved) {
      const group = groups.get(id)
      if (!group) continue
      const frame = byId.get(id)!.position
      next.set(id, to)
      for (const member of group.nodeIds) {
        const node = byId.get(member)
        if (node && !own.has(member)) next.set(member, shifted(node.position, { x: to.x - frame.x, y: to.y - frame.y }))
      }
    }
  }
  return next.size || overrides.size ? { overrides: next, guides } : undefined
}

/** Snaps to the edges of nodes nearby. */
function place(
  cards: readonly { id: string; to: Point }[],
  nodes: readonly FlowNode[],
  byId: ReadonlyMap<string, FlowNode>,
  next: Map<string, Point>,
): readonly Guide[] {
  const moving = new Set(cards.map(({ id }) => id))
  const parents = new Set(cards.map(({ id }) => byId.get(id)?.parentId))
  const around = boundsOf(cards.flatMap(({ id, to }) => rectOf(byId.get(id), to) ?? []))
  const [parentId] = parents
  const others =
    parents.size === 1 && around
      ? nodes.filter((node) => node.parentId === parentId && node.type !== 'frame' && !moving.has(node.id))
      : []
  const otherRects = others.flatMap((node) => rectOf(node, node.position) ?? [])
  const snapped = around && otherRects.length ? snap(around, otherRects, reach) : { dx: 0, dy: 0, guides: [] }
  for (const { id, to } of cards) next.set(id, shifted(to, { x: snapped.dx, y: snapped.dy }))
  // Guides of nodes in a loop are relative to the loop.
  const corner = parentId ? byId.get(parentId)?.position : undefined
  return corner ? snapped.guides.map((guide) => fromCorner(guide, corner)) : snapped.guides
}

const shifted = (point: Point, by: Point): Point => ({ x: point.x + by.x, y: point.y + by.y })

const rectOf = (node: FlowNode | undefined, at: Point): Rect | undefined =>
  node && { x: at.x, y: at.y, width: node.width ?? 0, height: node.height ?? 0 }

function fromCorner(guide: Guide, corner: Point): Guide {
  const [across, along] = guide.axis === 'x' ? [corner.x, corner.y] : [corner.y, corner.x]
  return { ...guide, at: guide.at + across, from: guide.from + along, to: guide.to + along }
}

/** The loop at a point, and that point in the coordinates of the loop. */
export function loopAt(
  canvas: Canvas,
  layoutOf: (node: CanvasNode) => NodeLayout,
  point: Point,
): { parentId: string; at: Point } | undefined {
  for (const node of canvas.nodes) {
    // Runs in every frame of a drag, therefore only loops are laid out.
    if (!isComposite(node)) continue
    const { inside, children } = layoutOf(node)
    if (!inside) continue
    const corner = positionOf(node)
    const at = { x: point.x - corner.x - inside.x, y: point.y - corner.y - inside.y }
    if (at.x < 0 || at.y < 0 || at.x > inside.width || at.y > inside.height) continue
    const [first] = children ?? []
    if (!first) return { parentId: node.id, at: { x: 0, y: 0 } }
    const stored = positionOf(first.layout.node)
    const drawn = { x: first.position.x - inside.x, y: first.position.y - inside.y }
    return { parentId: node.id, at: { x: stored.x + at.x - drawn.x, y: stored.y + at.y - drawn.y } }
  }
  return undefined
}
