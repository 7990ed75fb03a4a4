import { compile, compileAlone as compileOne, EngineError, type Plan } from '@orrery/engine'
import { workflowErrors } from '../workflow.errors.ts'

/** Compiles, or says what is wrong with the canvas in words for the person who made it. */
export const compileCanvas = (schema: string, workflowId: string, version: string): Plan =>
  inWords(() => compile(schema, { workflowId, version }))

/** One node without the rest of its canvas. */
export const compileAlone = (schema: string, workflowId: string, version: string, nodeId: string): Plan =>
  inWords(() => compileOne(schema, nodeId, { workflowId, version }))

function inWords(work: () => Plan): Plan {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause
    throw workflowErrors.cannotCompile({ message: cause.message }, { node_id: cause.nodeId ?? '' })
  }
}
