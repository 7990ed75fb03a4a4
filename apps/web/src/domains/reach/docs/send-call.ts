import { addressOf, type CallDraft } from './call-draft.ts'
import type { Operation } from './reference.ts'

export interface CallAnswer {
  status: number
  statusText: string
  milliseconds: number
  bytes: number
  headers: readonly (readonly [name: string, value: string])[]
  logId: string
  /** Empty if the content is not text. */
  text: string
  isText: boolean
}

interface SendOptions {
  /** Without a token, the session cookie is sent. */
  token?: string
  language: string
  signal: AbortSignal
  fetch?: (address: string, init: RequestInit) => Promise<Response>
  /** Receives the text of a stream while it arrives. */
  onText?: (text: string) => void
}

const isTextType = (type: string): boolean => /^text\/|json|xml|javascript/.test(type)

/** Really sends the call. Bypasses the client of the studio, so that the raw answer can be shown. */
export async function sendCall(operation: Operation, draft: CallDraft, options: SendOptions): Promise<CallAnswer> {
  const { token, language, signal, onText, fetch = globalThis.fetch } = options
  const headers: Record<string, string> = { 'accept-language': language, 'x-requested-with': 'XMLHttpRequest' }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (operation.body?.is === 'json') headers['content-type'] = 'application/json'
  const startedAt = performance.now()
  const response = await fetch(addressOf(operation, draft.params), {
    method: operation.method,
    headers,
    body: bodyOf(operation, draft),
    signal,
    // A token is sent without the cookie, so that the answer does not depend on who is signed in.
    credentials: token === undefined ? 'same-origin' : 'omit',
  })
  const isText = isTextType(response.headers.get('content-type') ?? '')
  const { text, bytes } = await readAll(response, isText, onText)
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: performance.now() - startedAt,
    bytes,
    headers: [...response.headers],
    logId: response.headers.get('x-tt-logid') ?? '',
    text,
    isText,
  }
}

function bodyOf(operation: Operation, draft: CallDraft): BodyInit | undefined {
  if (operation.body?.is === 'json') {
    // Sent as typed: parsing and serialising would change large numbers.
    return draft.body.trim() || '{}'
  }
  if (operation.body?.is !== 'form') return undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(draft.form)) if (value) form.set(name, value)
  return form
}

async function readAll(response: Response, isText: boolean, onText?: (text: string) => void) {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let bytes = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (!isText) continue
    text += decoder.decode(part.value, { stream: true })
    onText?.(text)
  }
  return { text: isText ? text + decoder.decode() : '', bytes }
}
