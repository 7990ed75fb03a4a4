import type { Canvas } from './canvas.ts'
import { isCanvas } from './canvas-text.ts'
import type { Fragment } from './edits/fragment.ts'

const mark = 'workflow-nodes'

/** Serialises copied nodes to text that can be pasted into another workflow, browser or message. */
export const writeFragment = ({ nodes, edges }: Fragment): string => JSON.stringify({ type: mark, nodes, edges })

/** Reads copied nodes or a whole canvas; null if the text is neither. */
export function readFragment(text: string): Fragment | null {
  if (!text.trimStart().startsWith('{')) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  // Other editors of this format wrap the canvas in another object.
  const wrapped = typeof value === 'object' && value !== null ? (value as { json?: unknown }).json : undefined
  const canvas: Canvas | undefined = [value, wrapped].find(isCanvas)
  return canvas && canvas.nodes.length ? { nodes: canvas.nodes, edges: canvas.edges ?? [] } : null
}
