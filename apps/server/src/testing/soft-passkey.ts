import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer) => data.toString('base64url')

/** The subset of CBOR that an authenticator needs: integers, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...parts])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

/** A passkey in software that can also misbehave, for tests without a browser. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const data = (flags: number, counter: number, tail = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, tail])
  }
  const shared = { id: b64(id), rawId: b64(id), type: 'public-key' as const }
  return {
    create({ challenge }: Record<string, unknown>) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = data(USER_PRESENT | USER_VERIFIED | HAS_KEY, 0, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge as string)),
          attestationObject: b64(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    sign(
      { challenge }: Record<string, unknown>,
      { counter = 1, isVerified = true, from = origin }: { counter?: number; isVerified?: boolean; from?: string } = {},
    ) {
      const client = clientData('webauthn.get', challenge as string, from)
      const authData = data(USER_PRESENT | (isVerified ? USER_VERIFIED : 0), counter)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey)
      return {
        ...shared,
        response: { clientDataJSON: b64(client), authenticatorData: b64(authData), signature: b64(signature) },
      }
    },
  }
}
