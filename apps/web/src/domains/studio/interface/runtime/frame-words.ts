import type { CodeWrite } from '@orrery/engine/interface'
import type { Runtime } from './runtime.ts'

/** The messages that a frame can send; all others are ignored. */
export type FrameMessage =
  | { type: 'event'; name: string; value: unknown }
  | { type: 'size'; height: number }
  | { type: 'fault'; message: string }
  | { type: 'call'; id: number; name: string; act: string; args: Record<string, unknown> }
export type Call = FrameMessage & { type: 'call' }

const isValues = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses a message into plain data of limited size. A port could also transfer cyclic objects, large buffers and other
 * ports.
 */
export function parseMessage(data: unknown, maxBytes: number): FrameMessage | undefined {
  let text: string | undefined
  try {
    text = JSON.stringify(data)
  } catch {
    return undefined
  }
  if (text === undefined || text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes) return undefined
  const word = JSON.parse(text) as unknown
  if (!isValues(word)) return undefined
  const { type, name, value, height, message, id, act } = word
  if (type === 'size' && typeof height === 'number') return { type, height }
  if (type === 'fault' && typeof message === 'string') return { type, message }
  if (type === 'event' && typeof name === 'string') return { type, name, value }
  if (type === 'call' && typeof id === 'number' && typeof name === 'string' && typeof act === 'string')
    return { type, id, name, act, args: isValues(word['args']) ? word['args'] : {} }
  return undefined
}

/** A rate limit: returns true for so many calls per second. */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): () => boolean {
  let count = 0
  let second = -1
  return () => {
    const current = Math.floor(now() / 1000)
    count = current === second ? count + 1 : 1
    second = current
    return count <= perSecond
  }
}

type Uses = ReadonlyMap<string, ReadonlySet<CodeWrite>>
/** Whether the files of the page declare this call. This must be checked, because its script can send any message. */
function isDeclared(uses: Uses, { name, act }: Call): boolean {
  if (act === 'open') return name === ''
  const writes = uses.get(name)
  return writes !== undefined && (act === 'run' || act === 'load' || writes.has(act as CodeWrite))
}

const MAX_OPEN = 50
/** Answers the calls of a page of code: only declared ones, limited in number at a time. The server checks them too. */
export function createAnswers(runtime: Pick<Runtime, 'call'>, uses: Uses, failed: string) {
  let open = 0
  return async (call: Call): Promise<{ value: unknown } | { error: string }> => {
    if (!isDeclared(uses, call)) return { error: `this page does not declare “${call.act}” of “${call.name}”` }
    if (open >= MAX_OPEN) return { error: 'too many calls at a time' }
    open += 1
    try {
      return { value: await runtime.call(call.name, call.act, call.args) }
    } catch (cause) {
      return { error: (cause instanceof Error && cause.message) || failed }
    } finally {
      open -= 1
    }
  }
}

/** The states of the sources that a page declares; those of other pages stay hidden from it. */
export const statesFor = (uses: Uses, sources: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sources).filter(([name]) => uses.has(name)))
