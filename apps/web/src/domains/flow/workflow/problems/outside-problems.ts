import type { Issue } from '@orrery/engine/validate'
import { api } from '#lib/api.ts'
import type { Canvas } from '../document/canvas.ts'
import { writeCanvas } from '../document/canvas-text.ts'
import type { Called } from './find-problems.ts'

/** Problems that only the server can detect: in called drafts, and with changed variables. */
export interface OutsideProblems {
  issues: readonly Issue[]
  called: readonly Called[]
}
export const nothingOutside: OutsideProblems = { issues: [], called: [] }

const reportedCodes = new Set(['subChanged', 'inputMissing', 'variableChanged', 'variableGone'])

/** Requests the check by the server. If it fails, only the local check applies. */
export async function outsideProblems(workflowId: string, canvas: Canvas): Promise<OutsideProblems> {
  try {
    const { data } = await api.workflowVersion.validate({ workflow_id: workflowId, schema: writeCanvas(canvas) })
    const own = data.find((item) => item.workflow_id === workflowId)
    return {
      issues: (own?.errors ?? [])
        .filter(({ code }) => reportedCodes.has(code))
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
