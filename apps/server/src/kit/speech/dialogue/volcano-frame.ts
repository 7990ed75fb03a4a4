import { gunzipSync } from 'node:zlib'

/** Messages of the dialogue service: a header of four bytes, the event number, the session id, and the payload. */
export interface DialogueFrame {
  event: number
  /** For events that belong to a session. */
  session?: string
  payload: Buffer
  /** The payload is sound; otherwise it is JSON. */
  isSound?: boolean
  /** The number of an error reported by the other side. */
  fault?: number
}
const VERSION_AND_SIZE = 0x11
const HAS_EVENT = 0b0100
const HAS_SEQUENCE = 0b0001
const Kind = { request: 1, sound: 2, response: 9, spoken: 11, fault: 15 } as const
const Serialised = { raw: 0, json: 1 } as const
const GZIP = 1
/** Maximum size of an uncompressed message. */
const MAX_BYTES = 4 * 1024 * 1024
/** Events up to this number belong to the connection; ours have no session id. */
const LAST_OF_CONNECTION = 52

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const sized = (bytes: Buffer) => Buffer.concat([number(bytes.length), bytes])

/** `side`: who writes the message; the message types differ. */
export function writeFrame({ event, session, payload, isSound }: DialogueFrame, side: 'client' | 'server' = 'client') {
  const kinds = side === 'client' ? [Kind.request, Kind.sound] : [Kind.response, Kind.spoken]
  const kind = kinds[Number(isSound ?? false)]!
  const head = Buffer.from([VERSION_AND_SIZE, (kind << 4) | HAS_EVENT, (isSound ? 0 : Serialised.json) << 4, 0])
  const parts = [head, number(event), ...(session === undefined ? [] : [sized(Buffer.from(session))]), sized(payload)]
  return new Uint8Array(Buffer.concat(parts))
}

class Reader {
  private at: number
  private readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.at = (bytes[0]! & 0x0f) * 4
  }
  number(): number {
    const value = this.bytes.readInt32BE(this.at)
    this.at += 4
    return value
  }
  sized(): Buffer {
    const length = this.number()
    const from = this.at
    if (length < 0 || from + length > this.bytes.length) throw new RangeError('a message is shorter than it says')
    this.at += length
    return this.bytes.subarray(from, this.at)
  }
}

/** Throws when the bytes are not a valid message. */
export function readFrame(bytes: Buffer): DialogueFrame {
  const kind = bytes.readUInt8(1) >> 4
  const flags = bytes.readUInt8(1) & 0x0f
  const isPacked = (bytes.readUInt8(2) & 0x0f) === GZIP
  const reader = new Reader(bytes)
  const body = () => {
    const found = reader.sized()
    return isPacked && found.length ? gunzipSync(found, { maxOutputLength: MAX_BYTES }) : found
  }
  if (kind === Kind.fault) return { event: 0, fault: reader.number(), payload: body() }
  if ((flags & HAS_SEQUENCE) !== 0) reader.number()
  const event = (flags & HAS_EVENT) === 0 ? 0 : reader.number()
  // In its own connection events, the service sends a connection id; we send none.
  const isOurs = kind === Kind.request || kind === Kind.sound
  const hasId = event > LAST_OF_CONNECTION || !isOurs
  const session = hasId ? reader.sized().toString() : undefined
  return {
    event,
    payload: body(),
    isSound: kind === Kind.sound || kind === Kind.spoken,
    ...(session !== undefined && { session }),
  }
}
