import type { GuestConsole } from './guest-console.ts'
import type { GuestTimers } from './guest-timers.ts'

/**
 * The only way into the isolate. Every answer is a letter for the outcome, followed by its detail; reply.ts reads them.
 */
export type Enter = (operation: 'start' | 'poll' | 'fire' | 'logs', detail: string | number) => string

/** Runs inside the isolate: calls main, waits for its result, and serialises it as JSON. */
export function guestRun(console: GuestConsole, timers: GuestTimers): Enter {
  // References to the originals: the code may replace every global, and must still get a clear answer.
  const { parse, stringify } = JSON
  const { eval: evaluate, BigInt, Error, RangeError, TypeError, String, Number } = globalThis
  const { MAX_SAFE_INTEGER } = Number
  Object.defineProperty(BigInt.prototype, 'toJSON', {
    value(this: bigint) {
      return this >= -MAX_SAFE_INTEGER && this <= MAX_SAFE_INTEGER ? Number(this) : `${this}`
    },
    configurable: true,
    writable: true,
  })
  // Their memory would not count towards the isolate's limit.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics'])
    delete (globalThis as Record<string, unknown>)[name]

  let outcome: { value: unknown } | { error: unknown } | 'no main' | undefined

  const start = async (params: string) => {
    const main = evaluate('typeof main === "undefined" ? undefined : main') as unknown
    if (typeof main !== 'function') return void (outcome = 'no main')
    try {
      outcome = { value: await main({ params: parse(params) as unknown }) }
    } catch (error) {
      outcome = { error }
    }
  }

  const describe = (error: unknown): string => {
    try {
      if (!(error instanceof Error))
        return `E${stringify({ message: typeof error === 'string' ? error : (stringify(error) ?? String(error)) })}`
      const message = String(error).slice(0, 2000)
      if (message === 'RangeError: Array buffer allocation failed') return 'M'
      const line = /^ +at .*?code\.js:(\d+)/m.exec(String(error.stack))?.[1]
      return `E${stringify({ message, line: line && Number(line) })}`
    } catch {
      return 'E{"message":"The code threw a value that cannot be shown"}'
    }
  }

  const serialise = (value: unknown, max: number): string => {
    if (typeof value === 'function' || typeof value === 'symbol') return `V${stringify(['type', '', typeof value])}`
    try {
      const text = stringify(value) ?? 'null'
      return text.length > max ? 'S' : `O${text}`
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('Converting circular structure'))
        return 'V["circular",""]'
      if (error instanceof RangeError && error.message === 'Maximum call stack size exceeded') return 'V["deep",""]'
      if (error instanceof RangeError && error.message === 'Invalid string length') return 'S'
      return describe(error)
    }
  }

  const poll = (max: number): string => {
    if (outcome === 'no main') return 'N'
    if (outcome) return 'error' in outcome ? describe(outcome.error) : serialise(outcome.value, max)
    const wait = timers.next()
    return wait === undefined ? 'X' : `W${wait}`
  }

  return (operation, detail) => {
    if (operation === 'logs') return stringify(console.lines)
    if (operation === 'poll') return poll(detail as number)
    if (operation === 'start') void start(detail as string)
    else
      try {
        timers.fire()
      } catch (error) {
        outcome ??= { error }
      }
    return ''
  }
}
