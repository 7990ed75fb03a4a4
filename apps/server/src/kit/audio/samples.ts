/** Little-endian bytes (the order of all supported machines) to samples. An odd byte is saved for the next piece. */
export function createSampleReader() {
  let rest = Buffer.alloc(0)
  return (bytes: Buffer): Int16Array => {
    const all = rest.length ? Buffer.concat([rest, bytes]) : bytes
    const count = all.length >> 1
    rest = Buffer.from(all.subarray(count * 2))
    const samples = new Int16Array(count)
    new Uint8Array(samples.buffer).set(all.subarray(0, count * 2))
    return samples
  }
}
export const bytesOf = (samples: Int16Array): Buffer => Buffer.copyBytesFrom(samples)
/** Mixes channels by their mean: taking only the first would miss speech on another. */
export function toMono(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples
  return Int16Array.from({ length: Math.floor(samples.length / channels) }, (_, at) => {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel]!
    return Math.round(sum / channels)
  })
}
export function joinSamples(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Cuts sound that arrives in pieces into frames of one length. */
export function createFramer(size: number) {
  let waiting = new Int16Array(0)
  function push(samples: Int16Array): Int16Array[] {
    const all = joinSamples([waiting, samples])
    const count = Math.floor(all.length / size)
    waiting = all.slice(count * size)
    return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size))
  }
  /** The last incomplete frame, filled up with silence. */
  const end = () => (waiting.length ? push(new Int16Array(size - waiting.length)) : [])
  return { push, end }
}
