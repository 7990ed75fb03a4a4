import { describe } from '@orrery/engine/describe'
import type { Canvas, CanvasNode, Point } from '../../document/canvas.ts'
import { isComposite } from '../../document/canvas.ts'
import { takenIds } from '../../document/canvas-index.ts'
import { freeTitle } from '../../document/edits/free-title.ts'
import { newNodeId } from '../../document/new-id.ts'

/** A new node with the default data of its type. */
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
