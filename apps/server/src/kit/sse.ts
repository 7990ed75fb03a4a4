import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { logIdOf, securityHeaders } from './http/answer.ts'
import { sharedHeaders } from './http/cors.ts'

export interface SseEvent {
  event?: string
  id?: string | number
  /** Strings are sent unchanged, other values as JSON. Always one line. */
  data: unknown
}
export interface Sse {
  send(event: SseEvent): void
  /** Resolves when the client has read what was sent; for producers that could run far ahead. */
  drained(): Promise<void>
}
/** A handler of a streaming operation returns the function that writes the stream. */
export type StreamReply = (sse: Sse) => Promise<void>

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}
/** Created once: the default reason would build a new stack trace at the end of every stream. */
const CLIENT_GONE = new DOMException('The client has gone', 'AbortError')
const PING_MS = 15_000
const HIGH_WATER = 1024 * 1024

/** Serialised JSON has no line breaks: searching for one is far cheaper than a replacement without matches. */
const oneLine = (text: string) => (text.includes('\n') ? text.replaceAll(/\r?\n/g, ' ') : text)

/** `event` before `data`, no blank line in between, a blank line after: the format that the official clients parse. */
export function formatEvent({ event, id, data }: SseEvent): string {
  const text = typeof data === 'string' ? oneLine(data) : JSON.stringify(data)
  return `${id === undefined ? '' : `id:${id}\n`}${event === undefined ? '' : `event:${event}\n`}data:${text}\n\n`
}

interface Sink {
  write(text: string): void
  drained(): Promise<void>
  end(): void
}

export function streamResponse(
  c: Context,
  run: StreamReply,
  abort: AbortController,
  stopListening?: () => void,
): Response {
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
  const headers = { ...HEADERS, ...securityHeaders, ...sharedHeaders(c), 'x-tt-logid': logIdOf(c) }
  const sink = outgoing ? nodeSink(outgoing, headers, abort) : webSink(abort)
  void pump(sink, run, abort, stopListening)
  return outgoing ? RESPONSE_ALREADY_SENT : new Response((sink as WebSink).readable, { headers })
}

async function pump(sink: Sink, run: StreamReply, abort: AbortController, stopListening?: () => void) {
  // Many events of one event loop turn are sent in one write.
  let waiting = ''
  const flush = () => {
    if (waiting && !abort.signal.aborted) sink.write(waiting)
    waiting = ''
  }
  const write = (text: string) => {
    if (!waiting) setImmediate(flush)
    waiting += text
  }
  const ping = setInterval(() => write(': ping\n\n'), PING_MS)
  abort.signal.addEventListener('abort', () => sink.end(), { once: true })
  try {
    await run({ send: (event) => write(formatEvent(event)), drained: () => sink.drained() })
    flush()
  } finally {
    clearInterval(ping)
    stopListening?.()
    sink.end()
  }
}

function nodeSink(response: ServerResponse, headers: Record<string, string>, abort: AbortController): Sink {
  response.writeHead(200, headers)
  response.flushHeaders()
  response.on('close', () => abort.abort(CLIENT_GONE))
  return {
    write: (text) => void response.write(text),
    drained: () =>
      response.writableLength < HIGH_WATER || response.destroyed
        ? Promise.resolve()
        : new Promise((resolve) => {
            response.once('drain', resolve)
            response.once('close', resolve)
          }),
    end: () => void (response.writableEnded || response.end()),
  }
}

type WebSink = Sink & { readable: ReadableStream<Uint8Array> }
/** The same for a web stream, for a request that did not arrive through a socket. */
function webSink(abort: AbortController): WebSink {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array>
  let open = true
  const readable = new ReadableStream<Uint8Array>({
    start: (made) => void (controller = made),
    cancel: () => {
      // The reader has already closed it.
      open = false
      abort.abort()
    },
  })
  return {
    readable,
    write: (text) => void (open && controller.enqueue(encoder.encode(text))),
    drained: () => Promise.resolve(),
    end: () => {
      if (open) controller.close()
      open = false
    },
  }
}
