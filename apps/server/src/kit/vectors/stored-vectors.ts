import { OFFLINE_EMBEDDING, OFFLINE_SIZE } from './offline-embedding.ts'

/** Decodes a stored vector. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const copy = new Uint8Array(bytes)
  return new Float32Array(copy.buffer, 0, copy.byteLength >> 2)
}

/** The vectors of a row: the built-in embedding stores one per stretch of the text, a model one for the whole text. */
export function vectorsOf(bytes: Uint8Array, model: string): Float32Array[] {
  const floats = floatsOf(bytes)
  if (model !== OFFLINE_EMBEDDING || floats.length % OFFLINE_SIZE) return [floats]
  return Array.from({ length: floats.length / OFFLINE_SIZE }, (_, at) =>
    floats.subarray(at * OFFLINE_SIZE, (at + 1) * OFFLINE_SIZE),
  )
}
