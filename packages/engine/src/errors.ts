import { ErrorCode } from '@orrery/contract/shared/error-codes'

interface Details {
  nodeId?: string
  zh?: string | undefined
  retryable?: boolean
  cause?: unknown
}

/** An error that ends a node or a run. `nodeId` names the node on the canvas, so that a person can find it. */
export class EngineError extends Error {
  code: number
  nodeId: string | undefined
  /** Path in the run, iterations included; set by the node that failed first. */
  path: string | undefined
  /** False if a retry cannot help: time is up, the run was cancelled, or a person must act. */
  retryable: boolean
  /** The Chinese message, if there is one. Messages of programs and servers are not translated. */
  zh: string | undefined
  /** The name of the missing parameter. */
  parameter: string | undefined

  constructor(code: number, message: string, options: Details = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'EngineError'
    this.code = code
    this.nodeId = options.nodeId
    this.path = undefined
    this.zh = options.zh
    this.parameter = undefined
    this.retryable = options.retryable ?? true
  }
}

/** Why a canvas cannot be compiled, for callers that show their own texts. */
export type CanvasFault =
  | 'notCanvas'
  | 'noStart'
  | 'noEnd'
  | 'endOpen'
  | 'secondOne'
  | 'fixedId'
  | 'fixedInside'
  | 'sameId'
  | 'tooMany'
  | 'nested'
  | 'unknownType'
  | 'brokenReference'
  | 'emptyReference'
  | 'ownReference'
  | 'waitsForItself'
  | 'fixedValue'
  | 'notChosen'
  | 'unknownSetting'
  | 'notPositive'
  | 'needsBreak'
  | 'onlyInLoop'
  | 'noVariable'
  | 'readOnly'
  | 'batchOutput'
  | 'noDefaultData'
  | 'other'

export interface FaultOptions {
  fault?: CanvasFault
  /** What the fault is about: a setting, a variable, a type or a value. */
  names?: readonly string[]
  code?: number
}

/** A canvas that cannot be compiled. */
export class CanvasError extends EngineError {
  fault: CanvasFault
  names: readonly string[]

  constructor(message: string, nodeId?: string, { fault, names, code }: FaultOptions = {}) {
    super(
      code ?? ErrorCode.engine.compile,
      message,
      nodeId === undefined ? { retryable: false } : { nodeId, retryable: false },
    )
    this.name = 'CanvasError'
    this.fault = fault ?? 'other'
    this.names = names ?? []
  }
}

export function toEngineError(thrown: unknown, fallback: number = ErrorCode.engine.executeFail): EngineError {
  if (thrown instanceof EngineError) return thrown
  if (thrown instanceof Error) {
    // Errors of ports may have their own code, which is used if it is a number.
    const own = (thrown as { code?: unknown }).code
    const code = typeof own === 'number' ? own : fallback
    return new EngineError(code, thrown.message || thrown.name, { cause: thrown, zh: chineseOf(thrown) })
  }
  return new EngineError(fallback, typeof thrown === 'string' ? thrown : 'unknown failure', { cause: thrown })
}

/** The Chinese text of an error thrown by a port, if it has one. */
function chineseOf(thrown: Error): string | undefined {
  const { text } = thrown as { text?: unknown }
  const words: unknown = typeof text === 'function' ? text.call(thrown, 'zh-CN') : undefined
  return typeof words === 'string' ? words : undefined
}
