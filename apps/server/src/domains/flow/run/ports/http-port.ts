import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError, type HttpBody, type HttpPort } from '@orrery/engine'
import type { Egress } from '#kit/egress/egress.ts'

const MAX_ANSWER = 20 * 1024 * 1024

/** HTTP nodes use the egress client, as all requests to addresses from users do. */
export function createHttpPort(egress: Egress): HttpPort {
  async function fileAt(url: string, maxBytes: number, signal: AbortSignal) {
    const answer = await egress.fetch(url, { maxBytes, signal })
    if (!answer.ok)
      throw new EngineError(ErrorCode.engine.executeFail, `the file could not be read: status ${answer.status}`, {
        zh: `无法读取文件：状态码 ${answer.status}`,
      })
    return { bytes: await answer.bytes(), type: answer.headers.get('content-type') ?? 'application/octet-stream' }
  }
  async function bodyOf(body: HttpBody, maxBytes: number, signal: AbortSignal) {
    switch (body.kind) {
      case 'none':
        return {}
      case 'text':
        return { body: body.text, type: body.contentType }
      case 'file': {
        const file = await fileAt(body.url, maxBytes, signal)
        return { body: file.bytes, type: file.type }
      }
      default: {
        const form = new FormData()
        for (const { name, value, file } of body.parts) {
          if (!file) form.append(name, value)
          else {
            const { bytes, type } = await fileAt(file.url, maxBytes, signal)
            form.append(name, new Blob([new Uint8Array(bytes)], { type }), file.name)
          }
        }
        // Encoded here with a fixed boundary, so that the body is plain bytes that can be sent again in a retry.
        const encoded = new Response(form)
        return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
      }
    }
  }

  return {
    async send(request, call) {
      const { body, type } = await bodyOf(request.body, request.maxFileBytes, call.signal)
      const headers: [string, string][] = request.headers.filter(([name]) => name !== '')
      const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)
      if (type && (request.body.kind === 'form' || !has('content-type'))) headers.push(['content-type', type])
      if (!has('idempotency-key')) headers.push(['idempotency-key', request.idempotencyKey])
      const answer = await egress.fetch(request.url, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
        signal: call.signal,
        timeoutMs: request.timeoutMs,
        maxBytes: MAX_ANSWER,
      })
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    },
  }
}
