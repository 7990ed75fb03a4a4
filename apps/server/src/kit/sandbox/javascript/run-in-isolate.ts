import { stripTypeScriptTypes } from 'node:module'
import type { Isolate, Script } from 'isolated-vm'
import type { Enter } from './guest-run.ts'
import type { ReadyIsolate } from './isolate.ts'

const filename = 'code.js'
const deepest = 200
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Calls main in the isolate and serves it until it has settled or its time is up. */
export function runInIsolate(
  ready: ReadyIsolate,
  code: string,
  params: string,
  limits: { timeoutMs: number; maxOutputBytes: number },
) {
  const deadline = performance.now() + limits.timeoutMs
  const left = () => Math.max(1, Math.ceil(deadline - performance.now()))
  const enter = (...args: Parameters<Enter>) => ready.enter.applySync(undefined, args, { timeout: left() }) as string
  const settle = (): string => {
    compile(ready.isolate, code).runSync(ready.context, { timeout: left() })
    enter('start', params)
    for (;;) {
      const answer = enter('poll', limits.maxOutputBytes)
      if (!answer.startsWith('W')) return checked(answer, limits.maxOutputBytes)
      const wait = Number(answer.slice(1))
      if (wait >= left()) return 'T'
      if (wait > 0) Atomics.wait(sleeper, 0, 0, wait)
      enter('fire', '')
    }
  }
  let answer: string
  try {
    answer = settle()
  } catch (cause) {
    answer = failure(ready.isolate, cause)
  }
  return { answer, logs: readLogs(ready) }
}

/** TypeScript is tried only if the code is not JavaScript, so that plain code pays nothing for it. */
function compile(isolate: Isolate, code: string): Script {
  try {
    return isolate.compileScriptSync(code, { filename })
  } catch (cause) {
    let stripped: string
    try {
      stripped = stripTypeScriptTypes(code)
    } catch {
      throw cause
    }
    return isolate.compileScriptSync(stripped, { filename })
  }
}

function checked(answer: string, maxBytes: number): string {
  if (!answer.startsWith('O')) return answer
  if (Buffer.byteLength(answer) - 1 > maxBytes) return 'S'
  return nestsDeeper(answer, deepest) ? 'V["deep",""]' : answer
}

function nestsDeeper(json: string, max: number): boolean {
  if (json.length <= max) return false
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (letter === '"') at = endOfString(json, at)
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    if (depth > max) return true
  }
  return false
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"' || at >= json.length) return at
  }
}

function failure(isolate: Isolate, cause: unknown): string {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  if (error.message === 'Script execution timed out.') return 'T'
  if (isolate.isDisposed || /memory limit|allocation failed/.test(error.message)) return 'M'
  // A syntax error has its position in the message; an error thrown while the code loads has it in the stack.
  const line = new RegExp(`${filename}:(\\d+)`).exec(`${error.message}\n${error.stack}`)?.[1]
  const message = `${error.name}: ${error.message.replace(new RegExp(` \\[${filename}:\\d+:\\d+\\]$`), '')}`
  return `E${JSON.stringify({ message: message.slice(0, 2000), line: line && Number(line) })}`
}

function readLogs(ready: ReadyIsolate): string {
  if (ready.isolate.isDisposed) return '[]'
  try {
    return ready.enter.applySync(undefined, ['logs', ''], { timeout: 100 }) as string
  } catch {
    return '[]'
  }
}
