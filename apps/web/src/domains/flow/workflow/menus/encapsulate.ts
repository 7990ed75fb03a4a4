import { encapsulate, expandSubWorkflow } from '@orrery/engine/canvas-edit'
import { NodeType } from '@orrery/engine/node-type'
import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { createStore } from '#lib/store.ts'
import { readCanvas, writeCanvas } from '../document/canvas-text.ts'
import type { Canvas } from '../document/canvas.ts'
import { typeName } from '../nodes/node-text.ts'

/** The nodes that the person wants to turn into a workflow. */
export const encapsulating = createStore<{ ids: readonly string[] } | null>(null)

/** The reason why nodes cannot be extracted or inlined; its text is `part.<code>`. */
export interface PartProblem {
  code: string
  nodeId: string
  message: string
}
export type PartAnswer = { ok: true; canvas: Canvas; ids: readonly string[] } | { ok: false; problems: PartProblem[] }

export const partProblems = (canvas: Canvas, ids: readonly string[]): PartProblem[] => {
  const part = encapsulate(canvas, ids)
  return part.ok ? [] : part.problems
}

/** Gives the start and end node their default names in the language of the user. */
function named(canvas: Canvas): Canvas {
  const t = textOf('workflow-node')
  const nodes = canvas.nodes.map((node) =>
    node.type === NodeType.Start || node.type === NodeType.End
      ? { ...node, data: { ...node.data, nodeMeta: { ...node.data.nodeMeta, title: typeName(t, node.type) } } }
      : node,
  )
  return { ...canvas, nodes }
}

/** Moves nodes into a new workflow and replaces them by one node that calls it. */
export async function extractNodes(
  canvas: Canvas,
  ids: readonly string[],
  name: string,
  spaceId: string,
): Promise<PartAnswer> {
  const part = encapsulate(canvas, ids)
  if (!part.ok) return part
  const schema = writeCanvas(named(part.inner as Canvas))
  const made = await api.workflowStudio.encapsulate({ space_id: spaceId, name, schema })
  const { canvas: next, nodeId } = part.put({ id: made.workflow_id, spaceId, name })
  return { ok: true, canvas: next as Canvas, ids: [nodeId] }
}

/** Replaces a node that calls a workflow by the nodes of that workflow. */
export async function inlineWorkflow(
  canvas: Canvas,
  nodeId: string,
  called: { id: string; version: string },
): Promise<PartAnswer> {
  const schema = called.version
    ? (await api.workflowVersion.history({ workflow_id: called.id, workflow_version: called.version })).schema
    : ((await api.workflow.canvas({ workflow_id: called.id })).workflow.schema_json ?? '')
  const inner = readCanvas(schema)
  if (!inner) return { ok: false, problems: [{ code: 'unreadable', nodeId, message: '' }] }
  const part = expandSubWorkflow(canvas, nodeId, inner)
  return part.ok ? { ok: true, canvas: part.canvas as Canvas, ids: part.nodeIds } : part
}
