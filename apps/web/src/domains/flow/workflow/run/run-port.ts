import type { RunProcess, WorkflowSpan } from '@orrery/contract'
import { api } from '#lib/api.ts'
import { type RunTarget, targetInput } from './target/run-target.ts'

/** The canvas for a rerun: the current one, or that of the recorded run. */
export type RerunCanvas = 'current' | 'recorded'

/** The server calls that the editor needs for runs. */
export interface RunPort {
  test: (input: Record<string, unknown>) => Promise<string>
  node: (nodeId: string, input: Record<string, unknown>) => Promise<string>
  again: (
    executeId: string,
    nodeId: string,
    input: Record<string, unknown> | undefined,
    canvas: RerunCanvas,
  ) => Promise<string>
  cancel: (executeId: string) => Promise<unknown>
  resume: (executeId: string, eventId: string, data: string) => Promise<unknown>
  process: (executeId: string) => Promise<RunProcess>
  /** `after`: the id of the last event received before the stream broke. */
  events: (executeId: string, signal: AbortSignal, after: string) => Promise<Response>
  spans: (executeId: string) => Promise<readonly WorkflowSpan[]>
  pins: () => Promise<ReadonlyMap<string, string>>
  setPin: (nodeId: string, output: string) => Promise<unknown>
}

export function createRunPort(workflowId: string, target: () => RunTarget | null = () => null): RunPort {
  const where = { workflow_id: workflowId }
  const withTarget = () => ({ ...where, ...targetInput(target()) })
  const pins = async () => {
    const answer = await api.workflowEditor.pins(where)
    return new Map(answer.pins.map((pin) => [pin.node_id, pin.output]))
  }
  return {
    test: async (input) => (await api.workflowRun.test({ ...withTarget(), input, use_pins: true })).execute_id,
    node: async (nodeId, input) =>
      (await api.workflowRun.debugNode({ ...withTarget(), node_id: nodeId, input })).execute_id,
    again: async (executeId, nodeId, input, canvas) => {
      const pinned = [...(await pins())].filter(([id]) => id !== nodeId).map(([id, text]) => [id, JSON.parse(text)])
      const answer = await api.workflowRun.again({
        ...withTarget(),
        execute_id: executeId,
        node_id: nodeId,
        input,
        canvas,
        pinned: Object.fromEntries(pinned),
      })
      return answer.execute_id
    },
    cancel: (executeId) => api.workflowRun.cancel({ ...where, execute_id: executeId }),
    resume: (executeId, eventId, data) =>
      api.workflowRun.resume({ ...where, execute_id: executeId, event_id: eventId, data }),
    process: (executeId) => api.workflowRun.process({ ...where, execute_id: executeId }),
    events: (executeId, signal, after) =>
      api.workflowEditor.runEvents(
        { ...where, execute_id: executeId },
        { signal, ...(after && { headers: { 'last-event-id': after } }) },
      ),
    spans: async (executeId) => (await api.workflowStudio.trace({ ...where, execute_id: executeId })).spans,
    pins,
    setPin: (nodeId, output) => api.workflowEditor.setPin({ ...where, node_id: nodeId, output }, { toast: true }),
  }
}
