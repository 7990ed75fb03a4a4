import { createHash, createHmac } from 'node:crypto'

export interface SignedCall {
  url: URL
  body: string
  keyId: string
  secret: string
  region: string
  service: string
  /** Milliseconds. */
  now: number
}
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Headers of a signed POST: the server computes the same signature from the request; the secret itself is never sent.
 */
export function signedHeaders({ url, body, keyId, secret, region, service, now }: SignedCall): Record<string, string> {
  const date = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = [date.slice(0, 8), region, service, 'request']
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    host: url.host,
    'x-content-sha256': hash(body),
    'x-date': date,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', url.pathname, '', lines.join(''), names, hash(body)].join('\n')
  const text = ['HMAC-SHA256', date, scope.join('/'), hash(request)].join('\n')
  const key = scope.reduce<string | Buffer>(mac, secret)
  const signature = mac(key, text).toString('hex')
  const authorization = `HMAC-SHA256 Credential=${keyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`
  const { host: _host, ...sent } = headers
  return { ...sent, authorization }
}
