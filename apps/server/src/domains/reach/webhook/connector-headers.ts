import { createHash, randomBytes } from 'node:crypto'

/** Headers for programs written for other platforms: SHA-1 over time, nonce, token and body. */
export function connectorHeaders(token: string, seconds: number, body: string): Record<string, string> {
  const nonce = randomBytes(16).toString('hex')
  return {
    'x-coze-timestamp': String(seconds),
    'x-coze-nonce': nonce,
    'x-coze-signature': createHash('sha1').update(`${seconds}${nonce}${token}${body}`).digest('hex'),
  }
}
