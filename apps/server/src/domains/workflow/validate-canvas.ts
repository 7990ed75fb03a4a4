import type { ValidateErrorData } from '@orrery/contract'
import { compile, EngineError } from '@orrery/engine'

const ErrorType = { node: 1, path: 2 } as const

/** Everything that keeps a canvas from running, each with the node it is about. */
export function validateCanvas(schema: string, workflowId: string): ValidateErrorData[] {
  try {
    compile(schema, { workflowId })
    return []
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause
    return [
      { ...(cause.nodeId && { node_error: { node_id: cause.nodeId } }), message: cause.message, type: ErrorType.node },
    ]
  }
}
