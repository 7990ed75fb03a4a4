import { oauthErrors } from './oauth.errors.ts'

const local = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that execute or display content instead of opening a program. */
const refused = new Set(['javascript:', 'data:', 'file:', 'blob:', 'vbscript:', 'about:', 'ws:', 'wss:', 'ftp:'])

/** Checks an address for registration: it must be unambiguous, so that no part of it can lead elsewhere. */
export function checkRedirect(text: string): string {
  const refuse = () => oauthErrors.badRedirect({ uri: text.slice(0, 200) })
  // oxlint-disable-next-line no-control-regex -- browsers read addresses with control characters in different ways
  if (text.length > 2000 || /[\s\\#\u0000-\u001f]/.test(text)) throw refuse()
  const url = URL.parse(text)
  if (!url || url.username || url.password || refused.has(url.protocol)) throw refuse()
  if (url.protocol === 'http:' && !local.has(url.hostname)) throw refuse()
  // The custom scheme of a native program, e.g. com.example.app:/done
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !url.protocol.includes('.')) throw refuse()
  if ((url.protocol === 'http:' || url.protocol === 'https:') && !/^https?:\/\/[^/]/i.test(text)) throw refuse()
  return text
}

/** Adds query parameters to a redirect address, preserving its own. */
export function withParameters(redirect: string, parameters: Record<string, string>): string {
  const [base, query] = redirect.split('?', 2) as [string, string | undefined]
  const search = new URLSearchParams(query)
  for (const [key, value] of Object.entries(parameters)) if (value) search.set(key, value)
  return `${base}?${search}`
}
