import type { AppError } from '../errors.ts'
import { sandboxErrors } from './sandbox-errors.ts'

export interface RunResult {
  output: unknown
  logs: string[]
}
export interface Limits {
  timeoutMs: number
  memoryMb: number
  maxOutputBytes: number
}

/** Parses the answer of a process as untrusted: user code may have written it. */
export function readReply(answer: string, logs: string[], limits: Limits): RunResult {
  const detail = answer.slice(1)
  if (answer[0] === 'O') {
    if (Buffer.byteLength(detail) > limits.maxOutputBytes) throw failed('S', '', limits)(logs)
    const output = parse(detail)
    if (output === undefined) throw sandboxErrors.crashed({}, { logs })
    return { output, logs }
  }
  throw failed(answer[0], detail, limits)(logs)
}

/** After a time or memory limit, the process may still be running something. */
export const isExhausted = (answer: string) => answer[0] === 'T' || answer[0] === 'M'

export const timedOut = ({ timeoutMs }: Limits, logs: string[]) =>
  sandboxErrors.timedOut({ seconds: timeoutMs / 1000 }, { logs })

/** The error for a process that died without an answer: its standard error shows whether memory was the cause. */
export function diedError(how: string, limits: Limits, logs: string[]): AppError {
  const memory =
    /out of memory|allocation (of \d+ bytes )?failed|failed to allocate memory|is_heap_oom|invalid (array|table|size)|SIGABRT|SIGTRAP|bad_alloc/i.test(
      how,
    )
  return memory ? sandboxErrors.outOfMemory({ mb: limits.memoryMb }, { logs }) : sandboxErrors.crashed({}, { logs })
}

function failed(letter: string | undefined, detail: string, limits: Limits): (logs: string[]) => AppError {
  switch (letter) {
    case 'T':
      return (logs) => timedOut(limits, logs)
    case 'M':
      return (logs) => sandboxErrors.outOfMemory({ mb: limits.memoryMb }, { logs })
    case 'S':
      return (logs) => sandboxErrors.outputTooLarge({ max: limits.maxOutputBytes }, { logs })
    case 'N':
      return (logs) => sandboxErrors.noMain({}, { logs })
    case 'X':
      return (logs) => sandboxErrors.neverSettles({}, { logs })
    case 'E':
      return (logs) => threw(parse(detail), logs)
    case 'V':
      return (logs) => refused(parse(detail), logs)
    default:
      return (logs) => sandboxErrors.crashed({}, { logs })
  }
}

function threw(detail: unknown, logs: string[]): AppError {
  const { message, line } = (typeof detail === 'object' && detail !== null ? detail : {}) as {
    message?: unknown
    line?: unknown
  }
  const text = String(message ?? '')
  if (typeof line !== 'number') return sandboxErrors.threw({ message: text, place: '', placeZh: '' }, { logs })
  const params = { message: text, place: ` (line ${line})`, placeZh: `（第 ${line} 行）` }
  return sandboxErrors.threw(params, { logs, line })
}

function refused(detail: unknown, logs: string[]): AppError {
  const [reason, path = '', type = ''] = (Array.isArray(detail) ? detail : []).map(String)
  const where = path ? ` (${path.slice(0, 200)})` : ''
  const params = { where, type: type.slice(0, 100) }
  if (reason === 'circular') return sandboxErrors.circular(params, { logs })
  if (reason === 'deep') return sandboxErrors.tooDeep(params, { logs })
  if (reason === 'key') return sandboxErrors.badKey(params, { logs })
  return sandboxErrors.badType(params, { logs })
}

export function parse(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '') as unknown
  } catch {
    return undefined
  }
}
