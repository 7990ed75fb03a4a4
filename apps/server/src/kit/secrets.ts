import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Encrypts what must be readable again (keys of providers, OAuth tokens) and signs what leaves the server (file links).
 */
export interface Secrets {
  seal(plain: string): string
  open(sealed: string): string
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

const knownDefaults = new Set([
  'changeme',
  'secret',
  'password',
  'default',
  'orrery',
  ...['0', '1', 'a', 'f'].map((c) => c.repeat(64)),
])

/** The key file is created on the first start and readable only by its owner. */
export function loadKey(dataDir: string, fromEnvironment?: string): Buffer {
  if (fromEnvironment !== undefined) return parseKey(fromEnvironment)
  const file = path.join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  chmodSync(file, 0o600)
  return parseKey(readFileSync(file, 'utf8').trim())
}

function parseKey(text: string): Buffer {
  if (knownDefaults.has(text.toLowerCase()))
    throw new Error('SECRET_KEY is a well-known default. Make one with: openssl rand -hex 32')
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error('SECRET_KEY must be 64 hexadecimal digits. Make one with: openssl rand -hex 32')
  return Buffer.from(text, 'hex')
}

export function createSecrets(key: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const sealKey = derive('seal')
  const signKey = derive('sign')
  const sign = (text: string) => createHmac('sha256', signKey).update(text).digest('base64url')
  return {
    seal(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      if (!sealed.startsWith('v1.')) throw new Error('Not a sealed secret')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign,
    verify: (text, signature) => sameText(sign(text), signature),
  }
}

export const sha256 = (text: string) => hash('sha256', text)
/** 256 random bits, for sessions, tokens and links. */
export const randomToken = () => randomBytes(32).toString('base64url')
/** Compares in constant time, whatever the lengths. */
export const sameText = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
