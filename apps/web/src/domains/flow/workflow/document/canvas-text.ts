import type { Canvas, CanvasNode } from './canvas.ts'

/** Numbers that JavaScript would round: ids stored without quotes. */
const longNumber = /[:,[]\s*-?\d{16,}/
interface RawJson {
  rawJSON?: (text: string) => unknown
}
const { rawJSON } = JSON as unknown as RawJson

/** Reads a stored canvas; what is no canvas at all is refused with null. */
export function readCanvas(text: string): Canvas | null {
  let value: unknown
  try {
    value = rawJSON && longNumber.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text)
  } catch {
    return null
  }
  return isCanvas(value) ? value : null
}

export const writeCanvas = (canvas: Canvas): string => JSON.stringify(canvas)

/** A number that cannot be held exactly stays the text it was, and is written back as such. */
function keepLongNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isRounded = typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
  return isRounded && !Number.isSafeInteger(value) ? rawJSON!(source) : value
}

export function isCanvas(value: unknown): value is Canvas {
  if (typeof value !== 'object' || value === null) return false
  const { nodes, edges } = value as { nodes?: unknown; edges?: unknown }
  return Array.isArray(nodes) && nodes.every(isNode) && isEdgeList(edges)
}

const isNode = (value: unknown): value is CanvasNode => {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, blocks, edges } = value as CanvasNode
  if (typeof id !== 'string' || typeof type !== 'string') return false
  return (
    (blocks === undefined || blocks === null || (Array.isArray(blocks) && blocks.every(isNode))) && isEdgeList(edges)
  )
}

const isEdgeList = (edges: unknown): boolean =>
  edges === undefined ||
  edges === null ||
  (Array.isArray(edges) && edges.every((edge) => typeof edge === 'object' && edge !== null))
