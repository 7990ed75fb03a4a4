import { createSign, generateKeyPair, type KeyPairKeyObjectResult } from 'node:crypto'
import { promisify } from 'node:util'

const YEAR_MS = 365 * 24 * 3600_000

/** Encodes a DER value: tag, length, content. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))))
const time = (at: number) => der(0x18, `${new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`)

/**
 * Generates a key pair for one connection, for signing requests and decrypting assertions. Providers accept keys only
 * in certificates, and Node cannot create certificates, so a self-signed one is built here.
 */
export async function newOwnKey(
  name: string,
  now: number,
  pair?: KeyPairKeyObjectResult,
): Promise<{ privateKey: string; certificate: string }> {
  const { privateKey, publicKey } = pair ?? (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 }))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    commonName(name),
    sequence(time(now - 60_000), time(now + 10 * YEAR_MS)),
    commonName(name),
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = createSign('sha256').update(signed).sign(privateKey)
  const certificate = sequence(signed, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    certificate: certificate.toString('base64'),
  }
}
