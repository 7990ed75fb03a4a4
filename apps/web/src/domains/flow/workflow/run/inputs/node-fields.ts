import { compileAlone, type TypeInfo } from '@orrery/engine'
import type { Canvas } from '../../document/canvas.ts'
import { inputsOf } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import { fieldOf, type InputField, type InputKind } from './input-field.ts'

/**
 * What one node takes in a run, by the names the engine has for it. A node that does not compile yet still has the
 * inputs that it lists.
 */
export function nodeFields(canvas: Canvas, nodeId: string): InputField[] {
  try {
    const node = compileAlone(canvas, nodeId).nodes.get(nodeId)
    if (node)
      return node.inputs.map(({ name, type }) => ({
        name,
        kind: kindOf(type),
        type: typeText(type),
        isRequired: false,
        description: '',
        fallback: '',
      }))
  } catch {
    // Read below from the node alone.
  }
  const node = findNode(canvas, nodeId)
  const listed = node && inputsOf(node)['inputParameters']
  if (!Array.isArray(listed)) return []
  return listed.flatMap((item: { name?: unknown; input?: object }) => fieldOf({ ...item.input, name: item.name }))
}

function kindOf({ kind, element }: TypeInfo): InputKind {
  if (kind === 'list') return element?.kind === 'file' ? 'files' : 'json'
  if (kind === 'object') return 'json'
  return kind === 'any' ? 'string' : kind
}

function typeText({ kind, element }: TypeInfo): string {
  return kind === 'list' ? `[${element ? typeText(element) : 'any'}]` : kind
}
