import type { Edge, Node } from '@xyflow/react'
import type { CanvasGroup } from '../../document/canvas.ts'
import type { PlacedEdge } from '../../document/canvas-index.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'

/** The nodes and edges given to React Flow. It renders and reports changes; the document is the source of truth. */
export type CardFlowNode = Node<NodeLayout & Record<string, unknown>, 'card' | 'round' | 'comment'>
export type FrameFlowNode = Node<{ group: CanvasGroup }, 'frame'>
export type FlowNode = CardFlowNode | FrameFlowNode
export type FlowEdge = Edge<{ placed: PlacedEdge; isBroken: boolean; lane: number }, 'line'>
