/** A frame of the long connection: the protobuf message `pbbp2.Frame`, whose few fields are encoded here by hand. */
export interface Frame {
  seqId: bigint
  logId: bigint
  service: number
  /** 0 for control frames, 1 for data frames. */
  method: number
  headers: Record<string, string>
  payload: Buffer
}
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

export function encodeFrame(frame: Frame): Buffer {
  const headers = Object.entries(frame.headers).map(([key, value]) =>
    bytes(5, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, Buffer.from(value))])),
  )
  return Buffer.concat([
    number(1, frame.seqId),
    number(2, frame.logId),
    number(3, BigInt(frame.service)),
    number(4, BigInt(frame.method)),
    ...headers,
    ...(frame.payload.length ? [bytes(8, frame.payload)] : []),
  ])
}
export function decodeFrame(data: Buffer): Frame {
  const frame: Frame = { seqId: 0n, logId: 0n, service: 0, method: 0, headers: {}, payload: Buffer.alloc(0) }
  for (const { field, value } of fieldsIn(data)) {
    if (field === 1) frame.seqId = value as bigint
    else if (field === 2) frame.logId = value as bigint
    else if (field === 3) frame.service = Number(value)
    else if (field === 4) frame.method = Number(value)
    else if (field === 5) {
      const [key, text] = headerIn(value as Buffer)
      frame.headers[key] = text
    } else if (field === 8) frame.payload = value as Buffer
  }
  return frame
}

function headerIn(data: Buffer): [string, string] {
  let [key, text] = ['', '']
  for (const { field, value } of fieldsIn(data)) {
    if (field === 1) key = String(value)
    if (field === 2) text = String(value)
  }
  return [key, text]
}
function* fieldsIn(data: Buffer): Generator<{ field: number; value: bigint | Buffer }> {
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = data[at]
      if (byte === undefined || shift > 63n) throw new RangeError('The frame is cut off')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
      shift += 7n
    }
  }
  while (at < data.length) {
    const tag = Number(varint())
    const field = tag >> 3
    const wire = tag & 7
    if (wire === WIRE.varint) yield { field, value: varint() }
    else if (wire === WIRE.bytes) {
      const size = Number(varint())
      if (at + size > data.length) throw new RangeError('The frame is cut off')
      yield { field, value: data.subarray(at, at + size) }
      at += size
    } else if (wire === WIRE.fixed64) at += 8
    else if (wire === WIRE.fixed32) at += 4
    else throw new RangeError('The frame cannot be read')
  }
}

const tagOf = (field: number, wire: number) => varintBytes(BigInt((field << 3) | wire))
const number = (field: number, value: bigint) => Buffer.concat([tagOf(field, WIRE.varint), varintBytes(value)])
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([tagOf(field, WIRE.bytes), varintBytes(BigInt(value.length)), value])
function varintBytes(value: bigint): Buffer {
  const out: number[] = []
  let rest = BigInt.asUintN(64, value)
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    out.push(rest ? low | 0x80 : low)
  } while (rest)
  return Buffer.from(out)
}
