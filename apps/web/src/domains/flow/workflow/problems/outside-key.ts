import { NodeType } from '@orrery/engine/node-type'
import { blocksOf, type Canvas } from '../document/canvas.ts'

const calling = new Set<string>([NodeType.SubWorkflow, NodeType.Imageflow])

/** Cache key of the parts that the server checks; empty if there are none. */
export function keyOf(canvas: Canvas): string {
  const nodes = canvas.nodes.flatMap((node) => [node, ...blocksOf(node)])
  const parts = nodes.flatMap((node) => {
    const { id, type, data } = node
    const { workflowId, workflowVersion, type: end, fcParam } = data?.inputs ?? {}
    const variables = variablesIn(data)
    if (!variables.length && !fcParam && !calling.has(type)) return []
    return [[id, workflowId, workflowVersion, end, fcParam, variables]]
  })
  return parts.length ? JSON.stringify(parts) : ''
}

const maxDepth = 40

/** References to variables, with the types that were selected. */
function variablesIn(value: unknown, depth = 0): unknown[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  const { type, value: held } = value as { type?: unknown; value?: { content?: { source?: unknown; path?: unknown } } }
  const { source, path } = held?.content ?? {}
  if (typeof source === 'string' && source.startsWith('global_variable_')) return [[type, source, path]]
  return Object.values(value).flatMap((item) => variablesIn(item, depth + 1))
}
