import { randomBytes, randomUUID } from 'node:crypto'

const settable = new Set([
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
])

const partsOf = (url: URL) =>
  JSON.stringify({
    href: url.href,
    origin: url.origin,
    protocol: url.protocol,
    username: url.username,
    password: url.password,
    host: url.host,
    hostname: url.hostname,
    port: url.port,
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
  })

/** All that code in an isolate can request from its process. Text in, text out, without state. */
export function hostCall(operation: unknown, a: unknown, b: unknown, c: unknown): string {
  if (operation === 'uuid') return randomUUID()
  if (operation === 'random') return randomBytes(Math.min(65536, Math.max(0, Number(a) || 0))).toString('hex')
  if (operation === 'url' && typeof a === 'string') {
    const url = URL.parse(a, typeof b === 'string' ? b : undefined)
    return url ? partsOf(url) : ''
  }
  if (
    operation === 'url.set' &&
    typeof a === 'string' &&
    typeof b === 'string' &&
    typeof c === 'string' &&
    settable.has(b)
  ) {
    const url = URL.parse(a)
    if (!url) return ''
    try {
      Reflect.set(url, b, c)
    } catch {
      return ''
    }
    return partsOf(url)
  }
  return ''
}
