import { NodeType } from '@orrery/engine/node-type'

/**
 * The canvas as stored. Unknown fields are preserved: an edit replaces only the parts that it concerns, so that a
 * canvas created elsewhere is saved again without other changes.
 */
export interface Point {
  x: number
  y: number
}

interface NodeMeta {
  position?: Point
  [key: string]: unknown
}

interface NodeHead {
  title?: string
  description?: string
  icon?: string
  subTitle?: string
  mainColor?: string
  [key: string]: unknown
}

export interface NodeData {
  nodeMeta?: NodeHead
  inputs?: Record<string, unknown>
  outputs?: unknown
  [key: string]: unknown
}

export interface CanvasEdge {
  sourceNodeID: string
  targetNodeID: string
  sourcePortID?: string
  targetPortID?: string
  [key: string]: unknown
}

export interface CanvasNode {
  id: string
  type: string
  meta?: NodeMeta
  data: NodeData
  /** Only loops and batches have inner nodes. */
  blocks?: readonly CanvasNode[] | null
  edges?: readonly CanvasEdge[] | null
  [key: string]: unknown
}

/** A titled frame around nodes. Runs ignore it. */
export interface CanvasGroup {
  id: string
  title: string
  nodeIds: readonly string[]
  [key: string]: unknown
}

export interface Canvas {
  nodes: readonly CanvasNode[]
  edges?: readonly CanvasEdge[] | null
  groups?: readonly CanvasGroup[] | null
  [key: string]: unknown
}

export const startId = '100001'
export const endId = '900001'
const commentType = NodeType.Comment

const compositeTypes = new Set<string>([NodeType.Loop, NodeType.Batch])
export const isComposite = (node: Pick<CanvasNode, 'type'>): boolean => compositeTypes.has(node.type)
export const isComment = (node: Pick<CanvasNode, 'type'>): boolean => node.type === commentType
/** Every workflow has exactly one start and one end node. */
export const isFixed = (node: Pick<CanvasNode, 'id' | 'type'>): boolean =>
  node.type === NodeType.Start || node.type === NodeType.End

/** Whether the canvas has no nodes besides start, end and comments. */
export const hasOnlyEnds = (canvas: Canvas): boolean => canvas.nodes.every((node) => isFixed(node) || isComment(node))

/** The edges of the canvas or of a loop. */
export const edgesOf = (level: { edges?: readonly CanvasEdge[] | null }): readonly CanvasEdge[] => level.edges ?? none
export const blocksOf = (node: Pick<CanvasNode, 'blocks'>): readonly CanvasNode[] => node.blocks ?? noNodes
export const groupsOf = (canvas: Canvas): readonly CanvasGroup[] => canvas.groups ?? noGroups
const none: readonly CanvasEdge[] = []
const noNodes: readonly CanvasNode[] = []
const noGroups: readonly CanvasGroup[] = []

export const titleOf = (node: CanvasNode): string => node.data?.nodeMeta?.title ?? ''
export const inputsOf = (node: CanvasNode): Record<string, unknown> => node.data?.inputs ?? noInputs
const noInputs: Record<string, unknown> = {}

export function positionOf(node: CanvasNode): Point {
  const { x, y } = node.meta?.position ?? origin
  return { x: finite(x), y: finite(y) }
}
const origin: Point = { x: 0, y: 0 }
/** Coordinates may be stored as strings. Numbers beyond the safe range are raw JSON objects, not coordinates. */
const finite = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}
