import { Readable } from 'node:stream'
import type { EgressResponse } from './answer.ts'
import { egressErrors } from './egress-errors.ts'
import type { EgressInit } from './egress-init.ts'
import type { BodyInput } from './request-body.ts'

type Fetch = typeof globalThis.fetch
const withoutBody = new Set([204, 205, 304])

/** The client as a standard fetch, for libraries. Answers are streamed; options only for browsers are ignored. */
export function createStandardFetch(
  send: (url: string | URL, init: EgressInit) => Promise<EgressResponse>,
  defaults: Partial<EgressInit>,
): Fetch {
  return async (input, init = {}) => {
    const request = input instanceof Request ? input : undefined
    const own = request && request.body ? new Uint8Array(await request.clone().arrayBuffer()) : undefined
    const body = init.body === undefined ? (own ?? defaults.body) : (init.body as BodyInput | null)
    const answer = await send(request?.url ?? (input as string | URL), {
      ...defaults,
      method: init.method ?? request?.method ?? defaults.method,
      headers: mergeHeaders(defaults.headers, init.headers ?? request?.headers),
      body,
      signal: init.signal ?? request?.signal ?? defaults.signal,
      redirect: init.redirect ?? request?.redirect ?? defaults.redirect,
      stream: true,
    })
    return toResponse(answer)
  }
}

function toResponse(answer: EgressResponse): Response {
  if (answer.status > 599) {
    answer.body.destroy()
    throw egressErrors.brokenAnswer({ host: new URL(answer.url).host })
  }
  const empty = withoutBody.has(answer.status)
  const { status, statusText, headers } = answer
  const body = empty ? null : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array<ArrayBuffer>>)
  const response = new Response(body, { status, statusText, headers })
  Object.defineProperty(response, 'url', { value: answer.url })
  Object.defineProperty(response, 'redirected', { value: answer.redirected })
  return response
}

/** Merged as pairs: a `Headers` object would reject an invalid value with an error of its own that quotes it. */
function mergeHeaders(defaults: EgressInit['headers'], own: HeadersInit | undefined): [string, string][] {
  const pairs = (input: HeadersInit | EgressInit['headers']): [string, string][] => {
    if (!input) return []
    return Symbol.iterator in input ? [...(input as Iterable<[string, string]>)] : Object.entries(input)
  }
  const mine = pairs(own)
  const names = new Set(mine.map(([name]) => name.toLowerCase()))
  return [...pairs(defaults).filter(([name]) => !names.has(name.toLowerCase())), ...mine]
}
