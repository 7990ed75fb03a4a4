import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'

const BLOCK = 32
/** The signature of WeChat and WeCom: SHA-1 of the sorted parts. */
export const wxSignature = (...parts: string[]) => createHash('sha1').update(parts.toSorted().join('')).digest('hex')
export const isWxSigned = (given: string, ...parts: string[]) => sameText(given, wxSignature(...parts))

const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')

/** Decrypts a message for this receiver; throws for anything else. */
export function wxDecrypt(encrypted: string, aesKey: string, receiver: string): string {
  const key = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
  const pad = padded.at(-1) ?? 0
  if (pad < 1 || pad > BLOCK) throw new RangeError('The padding is wrong')
  const data = padded.subarray(0, padded.length - pad)
  const size = data.readUInt32BE(16)
  if (20 + size > data.length) throw new RangeError('The length is wrong')
  if (!sameText(data.subarray(20 + size).toString(), receiver)) throw new RangeError('It is for somebody else')
  return data.subarray(20, 20 + size).toString()
}
/** Decrypts a file of a user, in the format of WeCom AI bots. */
export function wxDecryptFile(bytes: Buffer, aesKey: string): Buffer {
  const key = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
  const pad = padded.at(-1) ?? 0
  if (pad < 1 || pad > BLOCK) throw new RangeError('The padding is wrong')
  return padded.subarray(0, padded.length - pad)
}
/** The inverse, used by the simulator. */
export function wxEncryptFile(bytes: Buffer, aesKey: string): Buffer {
  const key = keyOf(aesKey)
  const pad = BLOCK - (bytes.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([bytes, Buffer.alloc(pad, pad)])), cipher.final()])
}
/** The inverse, used by the simulator. */
export function wxEncrypt(text: string, aesKey: string, receiver: string): string {
  const key = keyOf(aesKey)
  const body = Buffer.from(text)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  const data = Buffer.concat([randomBytes(16), size, body, Buffer.from(receiver)])
  const pad = BLOCK - (data.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([data, Buffer.alloc(pad, pad)])), cipher.final()]).toString(
    'base64',
  )
}
