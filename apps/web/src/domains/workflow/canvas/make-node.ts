import { describe } from '@orrery/engine/describe'
import type { Canvas, CanvasNode, Point } from '../document/canvas.ts'
import { isComposite, titleOf } from '../document/canvas.ts'
import { indexOf, takenIds } from '../document/canvas-index.ts'
import { newNodeId } from '../document/new-id.ts'

/** A new node with what its description says it holds at first. */
export function makeNode(canvas: Canvas, type: string, name: string, position: Point): CanvasNode {
  const id = newNodeId(takenIds(canvas))
  const data = describe(type)?.data() ?? {}
  const node: CanvasNode = {
    id,
    type,
    meta: { position: { x: Math.round(position.x), y: Math.round(position.y) } },
    data: { nodeMeta: { title: freeTitle(canvas, name), description: '', icon: '', subTitle: '' }, ...data },
  }
  return isComposite(node) ? { ...node, blocks: [], edges: [] } : node
}

/** Two nodes of one name could not be told apart where they are referred to. */
export function freeTitle(canvas: Canvas, name: string): string {
  const taken = new Set([...indexOf(canvas).values()].map(({ node }) => titleOf(node)))
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}
