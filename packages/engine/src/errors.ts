import { ErrorCode } from '@orrery/contract/shared/error-codes'

/** Anything that ends a node or a run. `nodeId` names the node on the canvas, so that a person can find it. */
export class EngineError extends Error {
  code: number
  nodeId: string | undefined
  /** Path in the run, iterations included; set by the node that failed first. */
  path: string | undefined
  /** False for what a second attempt cannot mend (time is up, the run was cancelled, a person must act). */
  retryable: boolean

  constructor(code: number, message: string, options: { nodeId?: string; retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'EngineError'
    this.code = code
    this.nodeId = options.nodeId
    this.path = undefined
    this.retryable = options.retryable ?? true
  }
}

/** A canvas that cannot be compiled. */
export class CanvasError extends EngineError {
  constructor(message: string, nodeId?: string, code: number = ErrorCode.engine.compile) {
    super(code, message, nodeId === undefined ? { retryable: false } : { nodeId, retryable: false })
    this.name = 'CanvasError'
  }
}

export function toEngineError(thrown: unknown, fallback: number = ErrorCode.engine.executeFail): EngineError {
  if (thrown instanceof EngineError) return thrown
  if (thrown instanceof Error) {
    // Ports of another package may bring their own code; it is kept when it is a number.
    const own = (thrown as { code?: unknown }).code
    return new EngineError(typeof own === 'number' ? own : fallback, thrown.message || thrown.name, { cause: thrown })
  }
  return new EngineError(fallback, typeof thrown === 'string' ? thrown : 'unknown failure', { cause: thrown })
}
