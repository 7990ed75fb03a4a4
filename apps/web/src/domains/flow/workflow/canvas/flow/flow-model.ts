import type { Edge, Node } from '@xyflow/react'
import type { CanvasGroup } from '../../document/canvas.ts'
import type { PlacedEdge } from '../../document/canvas-index.ts'
import type { LaidNode } from '../layout/canvas-layout.ts'

/** What the drawing library is given. It draws and reports; the document stays the only truth. */
export type CardFlowNode = Node<LaidNode & Record<string, unknown>, 'card' | 'round' | 'comment'>
export type FrameFlowNode = Node<{ group: CanvasGroup }, 'frame'>
export type FlowNode = CardFlowNode | FrameFlowNode
export type FlowEdge = Edge<{ placed: PlacedEdge; isBroken: boolean; lane: number }, 'line'>
