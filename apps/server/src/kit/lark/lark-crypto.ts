import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sameText } from '../secrets.ts'

const keyOf = (encryptKey: string) => createHash('sha256').update(encryptKey).digest()

/** Decrypts the body of an event: AES-256-CBC, the first block is the initialisation vector. */
export function decrypt(encrypted: string, encryptKey: string): string {
  const data = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', keyOf(encryptKey), data.subarray(0, 16))
  return Buffer.concat([decipher.update(data.subarray(16)), decipher.final()]).toString('utf8')
}
/** The reverse, as the platform does it. */
export function encrypt(text: string, encryptKey: string): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', keyOf(encryptKey), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

export const signatureOf = (timestamp: string, nonce: string, encryptKey: string, body: Buffer | string) =>
  createHash('sha256')
    .update(timestamp + nonce + encryptKey)
    .update(body)
    .digest('hex')

const WINDOW_MS = 5 * 60_000
export function isSigned(
  { headers, body }: { headers: Pick<Headers, 'get'>; body: Buffer | string },
  encryptKey: string,
  now: number,
): boolean {
  const timestamp = headers.get('x-lark-request-timestamp') ?? ''
  const nonce = headers.get('x-lark-request-nonce') ?? ''
  if (Math.abs(now - Number(timestamp || Number.NaN) * 1000) > WINDOW_MS || timestamp === '') return false
  return sameText(headers.get('x-lark-signature') ?? '', signatureOf(timestamp, nonce, encryptKey, body))
}
