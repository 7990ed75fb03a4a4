import { Readable } from 'node:stream'
import type { Op } from '@orrery/contract'
import type { Person, TestApp } from './test-app.ts'

/** Makes a call like an untyped client, with arbitrary values in any field. */
export async function callByHand(
  t: TestApp,
  op: Op,
  who: Person | undefined,
  input: Record<string, unknown>,
  more: Record<string, string> = {},
) {
  const { method, path } = op.routes[0]!
  const url = path.replace(/[{*](\w+)\}?/g, (_, key: string) => encoded(input[key] ?? '1'))
  const inPath = new Set(Array.from(path.matchAll(/[{*](\w+)/g), ([, key]) => key))
  const rest = Object.entries(input).filter(([key]) => !inPath.has(key))
  const headers: Record<string, string> = {
    'x-requested-with': 'XMLHttpRequest',
    ...(who && { cookie: who.cookie() }),
    ...more,
  }
  let query = ''
  let body: BodyInit | undefined
  let env: { incoming: Readable } | undefined
  if (method === 'GET' || method === 'DELETE' || op.body === 'raw')
    query = `?${rest.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}`
  else if (op.body === 'form') {
    body = new FormData()
    for (const [key, value] of rest) body.append(key, textOf(value))
  } else {
    headers['content-type'] = 'application/json'
    env = { incoming: incoming(jsonBytes(Object.fromEntries(rest)), headers) }
  }
  const response = await t.app.request(url + query, { method, headers, body: body ?? null }, env)
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  if (!isJson) await response.body?.cancel()
  return {
    status: response.status,
    body: (isJson ? await response.json() : { code: 0, msg: '' }) as { code: number; msg: string; data?: unknown },
  }
}

/** A request as received from a socket. In a `Request`, a body of a megabyte would be copied five times. */
function incoming(bytes: Buffer, given: Record<string, string>): Readable {
  const headers = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])
  const length = ['content-length', String(bytes.length)]
  return Object.assign(Readable.from([bytes]), { headers: Object.fromEntries([...headers, length]) as object })
}

/**
 * Encodes JSON. A very long text is encoded once and copied, since encoding it each time would take longer than the
 * call.
 */
function jsonBytes(value: unknown): Buffer<ArrayBuffer> {
  const long: Buffer[] = []
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'string' || inner.length < LONG) return inner
    long.push(longBytes(inner))
    return PLACE
  })
  const parts = text.split(`"${PLACE}"`).map((part) => Buffer.from(part))
  return Buffer.concat(parts.flatMap((part, at) => (at ? [long[at - 1]!, part] : [part])))
}
const LONG = 10_000
const PLACE = '@long text@'
const known = new Map<string, Buffer>()
function longBytes(text: string): Buffer {
  const bytes = known.get(text) ?? Buffer.from(JSON.stringify(text))
  known.set(text, bytes)
  return bytes
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** Matches texts that need no URL encoding. */
const plain = /^[\w.-]*$/
/**
 * URL-encodes a value. A lone surrogate cannot be encoded, so it becomes the bytes that a careless client would send.
 */
const encoded = (value: unknown) => {
  const text = textOf(value)
  if (plain.test(text)) return text
  return text.isWellFormed() ? encodeURIComponent(text) : encodedByParts(text)
}
const encodedByParts = (text: string) =>
  text
    .split(/(\p{Surrogate})/u)
    .map((part) => (/^\p{Surrogate}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('')
