/** Little-endian bytes as samples. A byte that is left over belongs to the next piece. */
export function createSampleReader() {
  let rest = Buffer.alloc(0)
  return (bytes: Buffer): Int16Array => {
    const all = rest.length ? Buffer.concat([rest, bytes]) : bytes
    const count = all.length >> 1
    rest = Buffer.from(all.subarray(count * 2))
    return Int16Array.from({ length: count }, (_, at) => all.readInt16LE(at * 2))
  }
}
export function bytesOf(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2)
  for (let at = 0; at < samples.length; at += 1) bytes.writeInt16LE(samples[at]!, at * 2)
  return bytes
}
/** The first of several channels would miss what is said into another: the mean of all of them. */
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

/** Changes the sample rate of sound that comes in pieces. On the way down neighbours are averaged, so that high tones do not come back as low ones. */
export function createResampler(from: number, to: number): (samples: Int16Array) => Int16Array {
  if (from === to) return (samples) => samples
  const step = from / to
  const width = Math.max(1, Math.round(step))
  let kept = new Int16Array(0)
  /** Samples made so far, and those of the source that are let go. */
  let count = 0
  let gone = 0
  function valueAt(all: Int16Array, first: number): number {
    if (step < 1) return all[first]! + ((all[first + 1]! - all[first]!) * ((count * from) % to)) / to
    let sum = 0
    for (let next = first; next < first + width; next += 1) sum += all[next]!
    return sum / width
  }
  return (samples) => {
    const all = joinSamples([kept, samples])
    const made: number[] = []
    // Whole numbers all the way: pieces give the same as the whole.
    const position = () => Math.floor((count * from) / to) - gone
    for (; position() + Math.max(width, 2) <= all.length; count += 1) made.push(Math.round(valueAt(all, position())))
    const used = Math.min(position(), all.length)
    kept = all.slice(used)
    gone += used
    return Int16Array.from(made)
  }
}
