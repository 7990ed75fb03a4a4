import { compile, EngineError, type Plan } from '@orrery/engine'
import { workflowErrors } from '../workflow.errors.ts'

/** Compiles, or says what is wrong with the canvas in words for the person who made it. */
export function compileCanvas(schema: string, workflowId: string, version: string): Plan {
  try {
    return compile(schema, { workflowId, version })
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause
    throw workflowErrors.cannotCompile({ message: cause.message }, { node_id: cause.nodeId ?? '' })
  }
}
