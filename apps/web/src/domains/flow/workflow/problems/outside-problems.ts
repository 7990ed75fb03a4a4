import type { Issue } from '@orrery/engine/validate'
import { NodeType } from '@orrery/engine/node-type'
import { api } from '#lib/api.ts'
import { blocksOf, type Canvas } from '../document/canvas.ts'
import { writeCanvas } from '../document/canvas-text.ts'
import type { Called } from './find-problems.ts'

/** What only the server can tell: of the drafts that are called, and of variables that have changed. */
export interface OutsideProblems {
  issues: readonly Issue[]
  called: readonly Called[]
}
export const nothingOutside: OutsideProblems = { issues: [], called: [] }

const told = new Set(['subChanged', 'variableChanged'])
const asking = new Set<string>([NodeType.SubWorkflow, NodeType.Imageflow, NodeType.LLM, NodeType.AssignVariable])

/** What the answer of the server depends on; empty when there is nothing to ask. */
export function keyOf(canvas: Canvas): string {
  const nodes = canvas.nodes.flatMap((node) => [node, ...blocksOf(node)]).filter((node) => asking.has(node.type))
  const parts = nodes.flatMap(({ id, type, data }) => {
    const { workflowId, workflowVersion, type: end, fcParam, inputParameters } = data?.inputs ?? {}
    if (type === NodeType.LLM) return fcParam ? [[id, fcParam]] : []
    return [[id, workflowId, workflowVersion, end, type === NodeType.AssignVariable ? inputParameters : 0]]
  })
  return parts.length ? JSON.stringify(parts) : ''
}

/** A server that cannot be reached says nothing: the canvas is checked here all the same. */
export async function outsideProblems(workflowId: string, canvas: Canvas): Promise<OutsideProblems> {
  try {
    const { data } = await api.workflowVersion.validate({ workflow_id: workflowId, schema: writeCanvas(canvas) })
    const own = data.find((item) => item.workflow_id === workflowId)
    return {
      issues: (own?.errors ?? [])
        .filter(({ code }) => told.has(code))
        .map(({ code, names, message, node_error }) => ({
          type: 1,
          nodeId: node_error?.node_id ?? '',
          path: undefined,
          message,
          code: code as Issue['code'],
          names,
        })),
      called: data
        .filter((item) => item.workflow_id !== workflowId)
        .map((item) => ({ workflowId: item.workflow_id, name: item.name, count: item.errors.length })),
    }
  } catch {
    return nothingOutside
  }
}
