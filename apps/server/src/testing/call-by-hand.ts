import type { Op } from '@orrery/contract'
import type { Person, TestApp } from './test-app.ts'

/** A call as a client without types would make it, with whatever it likes in any field. */
export async function callByHand(
  t: TestApp,
  op: Op,
  who: Person | undefined,
  input: Record<string, unknown>,
  more: Record<string, string> = {},
) {
  const { method, path } = op.routes[0]!
  const url = path.replace(/[{*](\w+)\}?/g, (_, key: string) => encoded(input[key] ?? '1'))
  const inPath = (key: string) => new RegExp(`[{*]${key}\\b`).test(path)
  const rest = Object.entries(input).filter(([key]) => !inPath(key))
  const headers: Record<string, string> = {
    'x-requested-with': 'XMLHttpRequest',
    ...(who && { cookie: who.cookie() }),
    ...more,
  }
  let query = ''
  let body: BodyInit | undefined
  if (method === 'GET' || method === 'DELETE' || op.body === 'raw')
    query = `?${rest.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}`
  else if (op.body === 'form') {
    body = new FormData()
    for (const [key, value] of rest) body.append(key, textOf(value))
  } else {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(Object.fromEntries(rest))
  }
  const response = await t.request(url + query, { method, headers, body: body ?? null })
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  if (!isJson) await response.body?.cancel()
  return {
    status: response.status,
    body: (isJson ? await response.json() : { code: 0, msg: '' }) as { code: number; msg: string; data?: unknown },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** Nothing to encode. */
const plain = /^[\w.-]*$/
/** Half of a surrogate pair has no encoding: the bytes that a careless client would send. */
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
