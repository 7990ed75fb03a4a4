import { ApiError } from '@orrery/contract/client'
import { isAbort } from './network-error.ts'
import { createSseParser } from './sse-parser.ts'

const streamCodes = { fetchException: 10001, chunkException: 10002 } as const

/** A stream that ended with an error. The code is one of ours or comes from a chunk. */
export class StreamError extends Error {
  override name = 'StreamError'
  readonly code: number
  readonly logId: string
  /** The data of the chunk. */
  readonly data: unknown
  constructor(code: number, message: string, options: { cause?: unknown; logId?: string; data?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.logId = options.logId ?? ''
    this.data = options.data
  }
}

interface Refusal {
  code: number
  msg?: string
  data?: unknown
}

/** The server refused to stream: the response is not OK or has no body. */
export class InvalidResponseStatusError extends ApiError {
  override name = 'InvalidResponseStatusError'
  constructor(status: number, refusal: Refusal | null, logId: string) {
    const message = refusal?.msg || `Invalid response status ${status}`
    super(refusal?.code ?? status, message, status, logId, refusal?.data)
  }
}

export interface StreamEvent {
  event: string
  id: string
  /** Parsed if it is JSON, otherwise text. */
  data: unknown
}

/** The events of a stream in order: `for await (const event of readStream(() => api.bot.chat(input, { signal })))`. */
export async function* readStream(
  open: () => Promise<Response>,
  onRefused: (error: InvalidResponseStatusError) => void = () => {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const response = await open().catch((cause: unknown) => {
    if (isAbort(cause)) throw cause
    throw new StreamError(streamCodes.fetchException, messageOf(cause, 'The request could not be sent'), { cause })
  })
  const logId = response.headers.get('x-tt-logid') ?? ''
  if (!response.ok || !response.body) {
    const refused = new InvalidResponseStatusError(response.status, await refusalOf(response), logId)
    onRefused(refused)
    throw refused
  }
  const parse = createSseParser()
  for await (const text of chunksOf(response.body, logId)) {
    for (const { event, id, data } of parse(text)) {
      const value = readData(data)
      refuseError(value, logId)
      yield { event, id, data: value }
    }
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>, logId: string): AsyncGenerator<string, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let isDone = false
  try {
    for (;;) {
      const step = await reader.read()
      if (step.done) break
      yield step.value
    }
    isDone = true
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new StreamError(streamCodes.chunkException, messageOf(cause, 'The stream broke off'), { cause, logId })
  } finally {
    // Stopping early also cancels the request on the server.
    if (!isDone) await reader.cancel().catch(() => {})
  }
}

/** In any event, an object with a code other than 0 is an error. */
function refuseError(value: unknown, logId: string): void {
  if (typeof value !== 'object' || value === null) return
  const { code, msg, message } = value as { code?: unknown; msg?: unknown; message?: unknown }
  if (typeof code !== 'number' || code === 0) return
  const text = [msg, message].find((part) => typeof part === 'string' && part !== '') as string | undefined
  throw new StreamError(code, text ?? `The stream ended with code ${code}`, { logId, data: value })
}

async function refusalOf(response: Response): Promise<Refusal | null> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null
  return typeof body?.code === 'number' ? (body as Refusal) : null
}

function readData(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const messageOf = (cause: unknown, fallback: string): string =>
  cause instanceof Error && cause.message ? cause.message : fallback
