import type { Canvas } from './canvas.ts'
import { isCanvas } from './canvas-text.ts'
import type { Fragment } from './edits/fragment.ts'

const mark = 'workflow-nodes'

/** Copied nodes as text, for another workflow, browser or message. */
export const writeFragment = ({ nodes, edges }: Fragment): string => JSON.stringify({ type: mark, nodes, edges })

/** Reads copied nodes, and whole canvases as well. Null: the text is something else. */
export function readFragment(text: string): Fragment | null {
  if (!text.trimStart().startsWith('{')) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  // Other editors of this format wrap the canvas once more.
  const wrapped = typeof value === 'object' && value !== null ? (value as { json?: unknown }).json : undefined
  const canvas: Canvas | undefined = [value, wrapped].find(isCanvas)
  return canvas && canvas.nodes.length ? { nodes: canvas.nodes, edges: canvas.edges ?? [] } : null
}
