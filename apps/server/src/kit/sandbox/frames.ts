/**
 * The protocol between the server and a sandbox process over a pipe: a frame is a 4-byte length and then parts, each a
 * 4-byte length and UTF-8 text. Parts stay unparsed, so a large value costs no second JSON pass. Runs under both Node
 * and Deno.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class FrameTooLarge extends Error {
  override name = 'FrameTooLarge'
}

export function encodeFrame(parts: readonly string[]): Uint8Array {
  const encoded = parts.map((part) => encoder.encode(part))
  const length = encoded.reduce((sum, part) => sum + 4 + part.length, 0)
  const frame = new Uint8Array(4 + length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, length)
  let at = 4
  for (const part of encoded) {
    view.setUint32(at, part.length)
    frame.set(part, at + 4)
    at += 4 + part.length
  }
  return frame
}

function decodeParts(body: Uint8Array): string[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const parts: string[] = []
  for (let at = 0; at < body.length;) {
    const length = view.getUint32(at)
    parts.push(decoder.decode(body.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return parts
}

/** For a pipe that delivers chunks. Throws when the other side announces more than `max` bytes. */
export function createFrameReader(max: number, onFrame: (parts: string[]) => void): (chunk: Uint8Array) => void {
  const head = new Uint8Array(4)
  let headFilled = 0
  let body: Uint8Array | undefined
  let bodyFilled = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (!body) {
        head[headFilled++] = chunk[at++]!
        if (headFilled < 4) continue
        const length = new DataView(head.buffer).getUint32(0)
        if (length > max) throw new FrameTooLarge(`A frame of ${length} bytes was announced, ${max} are allowed`)
        body = new Uint8Array(length)
        bodyFilled = 0
      }
      const piece = chunk.subarray(at, at + body.length - bodyFilled)
      body.set(piece, bodyFilled)
      bodyFilled += piece.length
      at += piece.length
      if (bodyFilled < body.length) continue
      const parts = decodeParts(body)
      body = undefined
      headFilled = 0
      onFrame(parts)
    }
  }
}

/** Blocking read, for a process that only waits for its next frame. Undefined when the other side has closed. */
export function readFrame(read: (into: Uint8Array) => number | null): string[] | undefined {
  const fill = (into: Uint8Array) => {
    for (let at = 0; at < into.length;) {
      const count = read(into.subarray(at))
      if (!count) return false
      at += count
    }
    return true
  }
  const head = new Uint8Array(4)
  if (!fill(head)) return undefined
  const body = new Uint8Array(new DataView(head.buffer).getUint32(0))
  return fill(body) ? decodeParts(body) : undefined
}

export function writeFrame(write: (from: Uint8Array) => number, parts: readonly string[]) {
  const frame = encodeFrame(parts)
  for (let at = 0; at < frame.length;) at += write(frame.subarray(at))
}
