import { ApiError } from '@orrery/contract/client'
import { NetworkError } from './network-error.ts'
import type { SendOptions } from './upload.ts'

interface PostOptions extends SendOptions {
  headers?: Record<string, string>
}

/** Sends a file or a form and reports progress, which fetch cannot. Answers and errors are as everywhere. */
export function postBody<R>(path: string, content: Blob | FormData, options: PostOptions): Promise<R> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'agw-js-conv': 'str',
      'accept-language': document.documentElement.lang,
      ...options.headers,
    }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(new NetworkError(new Error('The upload was cut off'))))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    request.addEventListener('load', () => {
      const logId = request.getResponseHeader('x-tt-logid') ?? ''
      const body = parse(request.responseText)
      if (!body) return reject(new ApiError(request.status, `HTTP ${request.status}`, request.status, logId))
      if (body.code !== 0) return reject(new ApiError(body.code, body.msg ?? '', request.status, logId, body.data))
      return resolve(body.data as R)
    })
    options.signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(content)
  })
}

function parse(text: string): { code: number; msg?: string; data?: unknown } | null {
  try {
    const body = JSON.parse(text) as { code?: unknown } | null
    return typeof body?.code === 'number' ? (body as { code: number }) : null
  } catch {
    return null
  }
}
