import { compileAlone, type TypeInfo } from '@orrery/engine'
import type { Canvas } from '../../document/canvas.ts'
import { inputsOf } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import { fieldOf, type InputField, type InputKind } from './input-field.ts'

/**
 * Input fields of a single node, by the names that the engine uses. For a node that does not compile yet, these are the
 * inputs in its data.
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
    // Falls back to the inputs in the data of the node.
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
