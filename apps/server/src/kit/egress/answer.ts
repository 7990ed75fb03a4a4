import { Readable } from 'node:stream'
import { egressErrors } from './egress-errors.ts'

export interface EgressResponse {
  status: number
  statusText: string
  ok: boolean
  /** The final address after redirects. */
  url: string
  redirected: boolean
  /** Without content-encoding and content-length if the body was decoded. */
  headers: Headers
  /** The decoded body. A streamed answer must be read or destroyed: until then it holds its connection. */
  body: Readable
  bytes(): Promise<Buffer>
  /** Decoded by the charset of the content-type, by default UTF-8. */
  text(): Promise<string>
  json(): Promise<unknown>
}

export type AnswerHead = Omit<EgressResponse, 'ok' | 'body' | 'bytes' | 'text' | 'json'>

export function createAnswer(head: AnswerHead, content: Readable | Buffer): EgressResponse {
  const body = Buffer.isBuffer(content) ? Readable.from([content]) : content
  const bytes = async () => (Buffer.isBuffer(content) ? content : readAll(content))
  const text = async () => decoderFor(head.headers.get('content-type')).decode(await bytes())
  return {
    ...head,
    ok: head.status >= 200 && head.status < 300,
    body,
    bytes,
    text,
    async json() {
      const source = await text()
      try {
        return JSON.parse(source)
      } catch {
        throw egressErrors.notJson({ host: new URL(head.url).host })
      }
    },
  }
}

export async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export function readAnswerHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    for (const found of Array.isArray(value) ? value : [value ?? '']) headers.append(name, found)
  }
  return headers
}

function decoderFor(contentType: string | null): TextDecoder {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}
