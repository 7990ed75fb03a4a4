import type { Canvas, CanvasNode } from './canvas.ts'

/** Numbers that JavaScript would round, such as ids stored without quotes. */
const longNumber = /[:,[]\s*-?\d{16,}/
interface RawJson {
  rawJSON?: (text: string) => unknown
}
const { rawJSON } = JSON as unknown as RawJson

/** Parses a stored canvas; null if the text is not a canvas. */
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

/** Keeps a number that JavaScript cannot represent exactly as its source text, and writes the same text again. */
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
