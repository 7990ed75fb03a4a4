import type { CanvasNode } from '../../document/canvas.ts'

interface SlateNode {
  text?: unknown
  children?: unknown
}

/** The text of a comment. It is stored as a tree of paragraphs; plain text is accepted too. */
export function commentText(node: CanvasNode): string {
  const note = node.data?.inputs?.['note']
  if (typeof note !== 'string') return ''
  try {
    const tree: unknown = JSON.parse(note)
    return Array.isArray(tree) ? tree.map(lineOf).join('\n') : note
  } catch {
    return note
  }
}

function lineOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  const { text, children } = node as SlateNode
  if (typeof text === 'string') return text
  return Array.isArray(children) ? children.map(lineOf).join('') : ''
}

export const noteOf = (text: string): string =>
  JSON.stringify(text.split('\n').map((line) => ({ type: 'paragraph', children: [{ text: line, type: 'text' }] })))

export function commentSize(node: CanvasNode): { width: number; height: number } {
  const size = (node.data?.['size'] ?? {}) as { width?: unknown; height?: unknown }
  return { width: clamp(size.width, 240, 120, 1200), height: clamp(size.height, 96, 56, 1200) }
}
const clamp = (value: unknown, fallback: number, least: number, most: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(Math.min(most, Math.max(least, value))) : fallback
