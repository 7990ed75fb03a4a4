import { type Canvas, type CanvasNode, type Point, positionOf } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { besideOthers, levelRefusal } from '../../document/edits/move-level.ts'
import { roundAt } from './drag-positions.ts'
import type { LaidNode } from '../layout/canvas-layout.ts'

type Lay = (node: CanvasNode) => LaidNode

export interface Drop {
  /** The loop that takes the nodes up; undefined: they leave theirs. */
  parentId: string | undefined
  places: ReadonlyMap<string, Point>
}

/** So far from the border of its loop a node has left it; nearer, the loop grows. */
const leaves = 40

interface Dragged {
  canvas: Canvas
  lay: Lay
  /** Where they are drawn now: nodes of a loop from the corner of its card. */
  drawn: ReadonlyMap<string, Point>
  pointer: Point
}

/** Where dragged nodes go when they are let go over a loop, or outside of their own; undefined: they stay at their level. */
export function dropAt({ canvas, lay, drawn, pointer }: Dragged): Drop | undefined {
  const index = indexOf(canvas)
  const nodes = [...drawn.keys()].flatMap((id) => index.get(id) ?? [])
  const [first] = nodes
  if (!first || nodes.length !== drawn.size || nodes.some((node) => node.parent !== first.parent)) return undefined
  const home = first.parent
  const target = roundAt(canvas, lay, pointer)
  const parentId = target && target.parentId !== home?.id ? target.parentId : undefined
  if (!parentId && (!home || target || !isOutside(home, lay(home), pointer))) return undefined
  if (nodes.some(({ node }) => node.id === parentId || levelRefusal(node, parentId) === 'fixed')) return undefined
  const corner = home ? positionOf(home) : { x: 0, y: 0 }
  const places = new Map<string, Point>()
  for (const [id, at] of drawn) {
    const place = { x: at.x + corner.x, y: at.y + corner.y }
    if (!parentId || !target) places.set(id, place)
    else {
      const inside = { x: target.at.x + place.x - pointer.x, y: target.at.y + place.y - pointer.y }
      places.set(id, besideOthers(index.get(parentId)!.node, inside, positionOf))
    }
  }
  return { parentId, places }
}

function isOutside(round: CanvasNode, { width, height }: LaidNode, { x, y }: Point): boolean {
  const at = positionOf(round)
  return x < at.x - leaves || y < at.y - leaves || x > at.x + width + leaves || y > at.y + height + leaves
}

/** The loop that would take up what is dragged shows it. */
export function createRoundMark() {
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
