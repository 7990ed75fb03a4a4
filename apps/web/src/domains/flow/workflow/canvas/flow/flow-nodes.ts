import { Position } from '@xyflow/react'
import { type Canvas, groupsOf, isFixed, type Point, positionOf } from '../../document/canvas.ts'
import type { FlowNode } from './flow-model.ts'
import { card } from '../layout/card-size.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'
import { readingOrder } from '../layout/reading-order.ts'

export interface Rect extends Point {
  width: number
  height: number
}
/** Positions and sizes during a drag, before they are written to the document. */
export type Overrides = ReadonlyMap<string, Point & { width?: number; height?: number }>

interface Wanted {
  canvas: Canvas
  layoutOf: (node: Canvas['nodes'][number]) => NodeLayout
  selection: ReadonlySet<string>
  overrides: Overrides
  isReadOnly: boolean
}

const framePad = 20
const frameHead = 32

/** Builds the React Flow nodes; an unchanged node stays the same object. */
export function createFlowNodes() {
  let cache = new Map<string, { layout: unknown; key: string; node: FlowNode }>()

  return function build({ canvas, layoutOf, selection, overrides, isReadOnly }: Wanted): FlowNode[] {
    const next: typeof cache = new Map()
    const keep = (id: string, layout: unknown, key: string, make: () => FlowNode): FlowNode => {
      const known = cache.get(id)
      const entry = known && known.layout === layout && known.key === key ? known : { layout, key, node: make() }
      next.set(id, entry)
      return entry.node
    }
    const order = readingOrder(canvas)
    const rects = new Map<string, Rect>()
    const cards = canvas.nodes
      .toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
      .flatMap((node) => {
        const layout = layoutOf(node)
        const own = overrides.get(node.id)
        const position = own ?? positionOf(node)
        const size = { width: own?.width ?? layout.width, height: own?.height ?? layout.height }
        rects.set(node.id, { ...size, x: position.x, y: position.y })
        const root = keep(
          node.id,
          layout,
          `${position.x},${position.y},${size.width},${size.height},${selection.has(node.id)},${isReadOnly}`,
          () => cardNode(layout, position, size, selection.has(node.id), isReadOnly),
        )
        const inner = (layout.children ?? []).map(({ layout: child, position: at }) => {
          const { id } = child.node
          const place = overrides.get(id) ?? at
          return keep(id, child, `${place.x},${place.y},${selection.has(id)},${isReadOnly},${node.id}`, () => ({
            ...cardNode(child, place, child, selection.has(id), isReadOnly),
            parentId: node.id,
          }))
        })
        return [root, ...inner]
      })
    const frames = groupsOf(canvas).flatMap((group) => {
      const rect = frameOf(group.nodeIds.flatMap((id) => rects.get(id) ?? []))
      if (!rect) return []
      const isSelected = selection.has(group.id)
      const key = `${rect.x},${rect.y},${rect.width},${rect.height},${isSelected},${isReadOnly}`
      return [
        keep(group.id, group, key, () => ({
          id: group.id,
          type: 'frame',
          position: { x: rect.x, y: rect.y },
          width: rect.width,
          height: rect.height,
          measured: { width: rect.width, height: rect.height },
          handles: [],
          data: { group },
          selected: isSelected,
          draggable: !isReadOnly,
          dragHandle: '.frame-head',
          connectable: false,
          // Stays behind the cards when selected: React Flow raises the z-index of selected nodes by 1000.
          zIndex: -1001,
          ariaLabel: group.title,
        })),
      ]
    })
    cache = next
    return [...frames, ...cards]
  }
}

function cardNode(
  layout: NodeLayout,
  position: Point,
  { width, height }: { width: number; height: number },
  selected: boolean,
  isReadOnly: boolean,
): FlowNode {
  const half = card.dot / 2
  return {
    id: layout.node.id,
    type: layout.kind,
    position: { x: position.x, y: position.y },
    width,
    height,
    measured: { width, height },
    handles: layout.ports.map((port) => ({
      id: port.id,
      type: port.type,
      position: port.side === 'left' ? Position.Left : Position.Right,
      x: port.x - half,
      y: port.y - half,
      width: card.dot,
      height: card.dot,
    })),
    data: layout as NodeLayout & Record<string, unknown>,
    selected,
    draggable: !isReadOnly,
    connectable: !isReadOnly,
    deletable: !isFixed(layout.node),
    ariaLabel: layout.content.title,
  }
}

function frameOf(rects: readonly Rect[]): Rect | undefined {
  const around = boundsOf(rects)
  return (
    around && {
      x: around.x - framePad,
      y: around.y - framePad - frameHead,
      width: around.width + framePad * 2,
      height: around.height + framePad * 2 + frameHead,
    }
  )
}

export function boundsOf(rects: readonly Rect[]): Rect | undefined {
  if (!rects.length) return undefined
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  }
}
