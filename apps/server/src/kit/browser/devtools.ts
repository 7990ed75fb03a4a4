import type { Readable, Writable } from 'node:stream'

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
  sessionId?: string
}
type Listener = (method: string, params: Record<string, unknown>) => void
export interface Devtools {
  send<T = Record<string, unknown>>(method: string, params?: object, sessionId?: string): Promise<T>
  listen(sessionId: string, listener: Listener): void
  forget(sessionId: string): void
  /** Fails all pending calls. */
  end(): void
}

/** The Chrome DevTools protocol over two pipes: JSON messages, each followed by a zero byte. */
export function createDevtools(to: Writable, from: Readable): Devtools {
  const waiting = new Map<number, { take(result: unknown): void; fail(cause: Error): void }>()
  const listeners = new Map<string, Listener>()
  let count = 0
  let isOver = false
  let rest = Buffer.alloc(0)
  function hear({ id, method, params, result, error, sessionId }: Message) {
    if (id === undefined) return void (method && listeners.get(sessionId ?? '')?.(method, params ?? {}))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.fail(new Error(error.message))
    else asked?.take(result ?? {})
  }
  from.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = rest.subarray(0, end).toString()
      rest = rest.subarray(end + 1)
      hear(JSON.parse(text) as Message)
    }
  })
  const end = () => {
    isOver = true
    for (const { fail } of waiting.values()) fail(new Error('The browser is gone'))
    waiting.clear()
  }
  to.on('error', end)
  from.on('close', end)
  return {
    send: <T>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        if (isOver) return reject(new Error('The browser is gone'))
        count += 1
        waiting.set(count, { take: (result) => resolve(result as T), fail: reject })
        to.write(`${JSON.stringify({ id: count, method, params, ...(sessionId && { sessionId }) })}\0`)
      }),
    listen: (sessionId, listener) => void listeners.set(sessionId, listener),
    forget: (sessionId) => void listeners.delete(sessionId),
    end,
  }
}
