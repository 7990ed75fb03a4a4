import { PassThrough, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'

export type BodyInput =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | FormData
  | URLSearchParams
  | Readable
  | ReadableStream<Uint8Array>

export interface RequestBody {
  /** Absent without a body. A stream can be sent once; bytes can be sent again after a redirect. */
  content?: Buffer | Readable
  /** The content type to use when the caller sets none. */
  type?: string
  /** Why the caller's stream failed, if it did: the far end is not to blame. */
  failure?: Error
}

export async function readBody(input: BodyInput | null | undefined): Promise<RequestBody> {
  if (input === undefined || input === null) return {}
  if (typeof input === 'string') return { content: Buffer.from(input), type: 'text/plain;charset=UTF-8' }
  if (input instanceof ArrayBuffer) return { content: Buffer.from(input) }
  if (ArrayBuffer.isView(input)) return { content: Buffer.from(input.buffer, input.byteOffset, input.byteLength) }
  if (input instanceof ReadableStream) return fromStream(Readable.fromWeb(input as NodeStream<Uint8Array>))
  if (input instanceof Readable) return fromStream(input)
  const encoded = new Response(input)
  return { content: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? undefined }
}

/** An intermediate stream, to distinguish a failure of the caller's stream from its destruction by the connection. */
function fromStream(source: Readable): RequestBody {
  const content = new PassThrough()
  const body: RequestBody = { content }
  source.on('error', (cause: Error) => {
    if (!content.destroyed) body.failure = cause
  })
  pipeline(source, content, () => {})
  return body
}
