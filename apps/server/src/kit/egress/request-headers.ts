import { portOf } from './check-url.ts'
import { egressErrors } from './egress-errors.ts'

export type HeadersInput = Headers | Iterable<readonly [string, string]> | Record<string, string>
/** Lower-case names, checked values. */
export type HeaderMap = Map<string, string>

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
// A line break in a value would start another header, or another request.
const badValue = /[^\t\u0020-\u007e\u0080-\u00ff]/

/** Connection headers that we manage: copied from a browser or a shell command, they would only break the request. */
const managed = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const secretNames = new Set(['authorization', 'cookie', 'cookie2', 'proxy-authorization'])
const secretWords =
  /(^|[-_])(api-?key|apikey|key|token|secret|auth|password|session|credentials?|signature|sig)($|[-_])/

export function readHeaders(input: HeadersInput | undefined, url: URL): HeaderMap {
  const headers: HeaderMap = new Map()
  let identity = false
  for (const [rawName, rawValue] of entriesOf(input)) {
    const name = rawName.toLowerCase()
    const value = String(rawValue)
    if (!token.test(name) || badValue.test(value)) throw egressErrors.badHeader({ name: printable(rawName) })
    if (name === 'accept-encoding') identity = value.trim().toLowerCase() === 'identity'
    if (managed.has(name)) continue
    if (name === 'host') {
      // Another host name at the same address is another site: an allowed proxy would open every host behind it.
      const own = [url.host, `${url.hostname}:${portOf(url)}`]
      if (!own.includes(value.trim().toLowerCase())) throw egressErrors.badHeader({ name: 'host' })
      continue
    }
    const earlier = headers.get(name)
    const separator = name === 'cookie' ? '; ' : ', '
    headers.set(name, earlier === undefined ? value.trim() : `${earlier}${separator}${value.trim()}`)
  }
  if (!headers.has('user-agent')) headers.set('user-agent', 'Orrery')
  if (!headers.has('accept')) headers.set('accept', '*/*')
  // We can decode what we request. A range of a compressed file cannot be decoded separately.
  headers.set('accept-encoding', identity || headers.has('range') ? 'identity' : 'gzip, deflate, br')
  return headers
}

/** Headers without those that must not follow a redirect to another origin. Names that look like a credential count. */
export function withoutSecrets(headers: HeaderMap, secretHeaders: readonly string[]): HeaderMap {
  const marked = new Set(secretHeaders.map((name) => name.toLowerCase()))
  return new Map(
    [...headers].filter(([name]) => !secretNames.has(name) && !marked.has(name) && !secretWords.test(name)),
  )
}

export const withoutContent = (headers: HeaderMap): HeaderMap =>
  new Map([...headers].filter(([name]) => !name.startsWith('content-')))

function entriesOf(input: HeadersInput | undefined): Iterable<readonly [string, string]> {
  if (!input) return []
  return Symbol.iterator in input ? (input as Iterable<readonly [string, string]>) : Object.entries(input)
}

const printable = (name: string) => name.replace(/[^\u0021-\u007e]/g, '?').slice(0, 60)
