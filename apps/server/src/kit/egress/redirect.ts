import { type AllowList, nothingAllowed } from './allow-list.ts'
import { checkUrl } from './check-url.ts'
import { egressErrors } from './egress-errors.ts'
import type { RequestBody } from './request-body.ts'
import { type HeaderMap, withoutContent, withoutSecrets } from './request-headers.ts'

/** One request of a redirect chain. */
export interface Hop {
  url: URL
  method: string
  headers: HeaderMap
  body: RequestBody
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])
export const isRedirect = (status: number, location: string | undefined): location is string =>
  location !== undefined && redirectStatuses.has(status)

/** The request that a redirect leads to, checked like the first one. Headers dropped once stay dropped. */
export function nextHop(
  hop: Hop,
  status: number,
  location: string,
  rules: { allow?: AllowList; secretHeaders?: readonly string[] } = {},
): Hop {
  const url = resolve(location, hop.url, rules.allow ?? nothingAllowed)
  const host = hop.url.host
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw egressErrors.downgradeRefused({ host })
  const sameOrigin = url.origin === hop.url.origin
  const headers = sameOrigin ? hop.headers : withoutSecrets(hop.headers, rules.secretHeaders ?? [])
  if (becomesGet(status, hop.method)) return { url, method: 'GET', headers: withoutContent(headers), body: {} }
  const { content } = hop.body
  if (content && !(sameOrigin && Buffer.isBuffer(content)))
    throw egressErrors.bodyNotForwarded({ host, next: url.host })
  return { url, method: hop.method, headers, body: hop.body }
}

function resolve(location: string, base: URL, allow: AllowList): URL {
  // Servers write non-ASCII locations as UTF-8, which arrives here as single bytes.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  // eslint-disable-next-line no-control-regex -- as in checkUrl, before the parser drops them
  if (/[\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text, base)) throw egressErrors.badUrl()
  return checkUrl(new URL(text, base), allow)
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}
