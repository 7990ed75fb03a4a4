import { isIPv4 } from 'node:net'
import { isPublicAddress } from './address.ts'
import { type AllowList, nothingAllowed } from './allow-list.ts'
import { egressErrors } from './egress-errors.ts'

const maxLength = 8192
// eslint-disable-next-line no-control-regex -- these are what a smuggled second request is made of
const control = /[\u0000-\u001f\u007f]/

/** Names that are local or internal whatever they resolve to. A name without a dot belongs to the local network. */
const localSuffixes = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp', 'home.arpa']
const metadataNames = new Set(['metadata.goog', 'metadata.tencentyun.com', 'metadata.aliyun.com'])

/** Unsafe ports above 1023: services that may read a request as commands, and ports that browsers refuse. */
const unsafePorts = new Set([
  1433, 1434, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 4369, 5060,
  5061, 5432, 5672, 5900, 5984, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092,
  9200, 9300, 10080, 10250, 11211, 26257, 26379, 27017, 27018, 27019, 28017, 33060,
])

/**
 * The rules that need no network, for saving a form and for every hop of a request. Returns the address in normal form.
 * The addresses that a name resolves to are checked when connecting. `alsoOpen`: further ports of the protocol in use.
 */
export function checkUrl(
  input: string | URL,
  allow: AllowList = nothingAllowed,
  alsoOpen: ReadonlySet<number> = new Set(),
): URL {
  const text = String(input)
  // The URL parser silently drops line breaks, so they are checked first.
  if (text.length > maxLength || control.test(text) || !URL.canParse(text)) throw egressErrors.badUrl()
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw egressErrors.schemeRefused()
  if (url.username || url.password) throw egressErrors.userinfoRefused()
  const host = url.hostname.replace(/\.$/, '')
  if (host.split('.').includes('')) throw egressErrors.badUrl()
  // `host.` and `host` are the same host: one certificate, one pool, one entry in the allow list.
  url.hostname = host
  url.hash = ''
  const port = portOf(url)
  if (isUnsafePort(port) && !alsoOpen.has(port) && !allow.opensPort(host, port))
    throw egressErrors.portRefused({ host, port })
  if (isInside(host) && !allow.opensHost(host, port)) throw egressErrors.hostRefused({ host })
  return url
}

export const portOf = (url: { protocol: string; port: string }) =>
  Number(url.port || (url.protocol === 'https:' ? 443 : 80))

const isUnsafePort = (port: number) => (port < 1024 && port !== 80 && port !== 443) || unsafePorts.has(port)

function isInside(host: string): boolean {
  if (host.startsWith('[')) return !isPublicAddress(host.slice(1, -1))
  if (isIPv4(host)) return !isPublicAddress(host)
  if (!host.includes('.') || metadataNames.has(host)) return true
  return localSuffixes.some((suffix) => host.endsWith(`.${suffix}`))
}
