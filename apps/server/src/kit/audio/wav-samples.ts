import { decodeG711 } from './g711.ts'
import { createSampleReader, toMono } from './samples.ts'
import { readWav } from './spoken-samples.ts'

const [PCM, A_LAW, U_LAW, EXTENSIBLE] = [1, 6, 7, 0xfffe]

/** Decodes a whole WAV file to one channel. Undefined unless it holds 16-bit or G.711 samples. */
export function wavSamples(bytes: Buffer): { samples: Int16Array; rate: number } | undefined {
  const layout = readWav(bytes)
  const at = bytes.indexOf('fmt ', 12, 'latin1')
  if (!layout || at < 0 || at + 24 > bytes.length || layout.rate < 8000 || layout.rate > 96_000) return undefined
  const [kind, bits] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 22)]
  const size = bytes.readUInt32LE(layout.start - 4)
  // Recorders that do not know the length yet write 0 or the largest number.
  const end = size === 0 || layout.start + size > bytes.length ? bytes.length : layout.start + size
  const sound = bytes.subarray(layout.start, end)
  const read = () => {
    if (bits === 16 && (kind === PCM || kind === EXTENSIBLE)) return createSampleReader()(sound)
    if (bits === 8 && (kind === A_LAW || kind === U_LAW)) return decodeG711(kind === A_LAW ? 'g711a' : 'g711u', sound)
    return undefined
  }
  const samples = read()
  return samples && { samples: toMono(samples, layout.channels), rate: layout.rate }
}
