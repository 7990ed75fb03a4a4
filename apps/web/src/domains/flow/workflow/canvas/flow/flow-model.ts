import type { Edge, Node } from '@xyflow/react'
import type { CanvasGroup } from '../../document/canvas.ts'
import type { PlacedEdge } from '../../document/canvas-index.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'

/** Nodes and edges as React Flow gets them. It renders and reports changes; the document is the source of truth. */
export type CardFlowNode = Node<NodeLayout & Record<string, unknown>, 'card' | 'round' | 'comment'>
export type FrameFlowNode = Node<{ group: CanvasGroup }, 'frame'>
export type FlowNode = CardFlowNode | FrameFlowNode
export type FlowEdge = Edge<{ placed: PlacedEdge; isBroken: boolean; lane: number }, 'line'>
