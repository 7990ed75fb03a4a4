import { CanvasError, compile, compileAlone as compileOne, EngineError, type Plan } from '@orrery/engine'
import { workflowErrors } from '../workflow.errors.ts'
import { faultWords } from './canvas-fault.ts'

/** Compiles a canvas. Throws an error that explains a fault to the author. */
export const compileCanvas = (schema: string, workflowId: string, version: string): Plan =>
  inWords(schema, () => compile(schema, { workflowId, version }))

/** Compiles one node without the rest of its canvas. */
export const compileAlone = (schema: string, workflowId: string, version: string, nodeId: string): Plan =>
  inWords(schema, () => compileOne(schema, nodeId, { workflowId, version }))

function inWords(schema: string, work: () => Plan): Plan {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause
    const { message, nodeId } = cause
    const { fault, names } = cause instanceof CanvasError ? cause : { fault: 'other' as const, names: [] }
    throw workflowErrors.cannotCompile(faultWords(schema, { code: fault, message, nodeId, names }), {
      node_id: nodeId ?? '',
    })
  }
}
