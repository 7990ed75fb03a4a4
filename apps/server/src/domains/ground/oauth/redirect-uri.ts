import { oauthErrors } from './oauth.errors.ts'

const local = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that run something or show something instead of going to a program. */
const refused = new Set(['javascript:', 'data:', 'file:', 'blob:', 'vbscript:', 'about:', 'ws:', 'wss:', 'ftp:'])

/** An address that may be registered: one place, which nothing in it can turn into another. */
export function checkRedirect(text: string): string {
  const refuse = () => oauthErrors.badRedirect({ uri: text.slice(0, 200) })
  // oxlint-disable-next-line no-control-regex -- browsers read addresses with control characters in different ways
  if (text.length > 2000 || /[\s\\#\u0000-\u001f]/.test(text)) throw refuse()
  const url = URL.parse(text)
  if (!url || url.username || url.password || refused.has(url.protocol)) throw refuse()
  if (url.protocol === 'http:' && !local.has(url.hostname)) throw refuse()
  // A native program's own scheme, e.g. com.example.app:/done
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !url.protocol.includes('.')) throw refuse()
  if ((url.protocol === 'http:' || url.protocol === 'https:') && !/^https?:\/\/[^/]/i.test(text)) throw refuse()
  return text
}

/** With further parameters; those it was registered with stay. */
export function withParameters(redirect: string, parameters: Record<string, string>): string {
  const [base, query] = redirect.split('?', 2) as [string, string | undefined]
  const search = new URLSearchParams(query)
  for (const [key, value] of Object.entries(parameters)) if (value) search.set(key, value)
  return `${base}?${search}`
}
