/** Bytes per frame by its mode, narrowband and wideband. Each frame lasts 20 ms, even one without content. */
const narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 6, 6, 6, 1, 1, 1, 1]
const wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
const FRAME_S = 0.02
const WIDE = '#!AMR-WB\n'
const NARROW = '#!AMR\n'

/** The duration of a recording without decoding it: decoding hours of silence would take long. */
export function amrSeconds(bytes: Buffer): number {
  const isWide = bytes.toString('latin1', 0, WIDE.length) === WIDE
  const sizes = isWide ? wide : narrow
  let frames = 0
  for (let at = (isWide ? WIDE : NARROW).length; at < bytes.length; at += sizes[(bytes[at]! >> 3) & 15]!) frames += 1
  return frames * FRAME_S
}
