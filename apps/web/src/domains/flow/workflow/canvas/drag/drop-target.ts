import { type Canvas, type CanvasNode, type Point, positionOf } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { besideOthers, levelRefusal } from '../../document/edits/move-level.ts'
import { loopAt } from './drag-positions.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'

type LayoutOf = (node: CanvasNode) => NodeLayout

export interface Drop {
  /** The loop that receives the nodes; undefined: they leave their loop. */
  parentId: string | undefined
  positions: ReadonlyMap<string, Point>
}

/** A node dragged farther than this from its loop leaves it; at a smaller distance the loop grows. */
const leaveDistance = 40

interface Dragged {
  canvas: Canvas
  layoutOf: LayoutOf
  /** Current positions; those of nodes in a loop are relative to its card. */
  drawn: ReadonlyMap<string, Point>
  pointer: Point
}

/** The new loop of dropped nodes and their positions there; undefined if they stay at their level. */
export function dropAt({ canvas, layoutOf, drawn, pointer }: Dragged): Drop | undefined {
  const index = indexOf(canvas)
  const nodes = [...drawn.keys()].flatMap((id) => index.get(id) ?? [])
  const [first] = nodes
  if (!first || nodes.length !== drawn.size || nodes.some((node) => node.parent !== first.parent)) return undefined
  const home = first.parent
  const target = loopAt(canvas, layoutOf, pointer)
  const parentId = target && target.parentId !== home?.id ? target.parentId : undefined
  if (!parentId && (!home || target || !isOutside(home, layoutOf(home), pointer))) return undefined
  if (nodes.some(({ node }) => node.id === parentId || levelRefusal(node, parentId) === 'fixed')) return undefined
  const corner = home ? positionOf(home) : { x: 0, y: 0 }
  const positions = new Map<string, Point>()
  for (const [id, at] of drawn) {
    const place = { x: at.x + corner.x, y: at.y + corner.y }
    if (!parentId || !target) positions.set(id, place)
    else {
      const inside = { x: target.at.x + place.x - pointer.x, y: target.at.y + place.y - pointer.y }
      positions.set(id, besideOthers(index.get(parentId)!.node, inside, positionOf))
    }
  }
  return { parentId, positions }
}

function isOutside(round: CanvasNode, { width, height }: NodeLayout, { x, y }: Point): boolean {
  const at = positionOf(round)
  return (
    x < at.x - leaveDistance ||
    y < at.y - leaveDistance ||
    x > at.x + width + leaveDistance ||
    y > at.y + height + leaveDistance
  )
}

/** Highlights the loop that would receive the dragged nodes. */
export function createLoopHighlight() {
  let marked: { card: Element; parentId: string } | null = null
  return (area: HTMLElement | null, parentId: string | undefined): void => {
    if (marked?.parentId === parentId) return
    marked?.card.removeAttribute('data-drop')
    const card = parentId
      ? area?.querySelector(`.react-flow__node[data-id="${CSS.escape(parentId)}"] .node-card`)
      : undefined
    card?.setAttribute('data-drop', '')
    marked = card && parentId ? { card, parentId } : null
  }
}
