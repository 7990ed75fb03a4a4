/** MD5 of a text (UTF-8) in hex. Only for input names that the canvas format derives this way; never for secrets. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = ((bytes.length + 8) >>> 6) + 1
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, (bytes.length << 3) >>> 0, true)
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 0x20000000), true)
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476])
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at)
  const out = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => out.setUint32(i * 4, word, true))
  return [...new Uint8Array(out.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
]
const sines = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

function mix(state: Uint32Array, view: DataView, at: number): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const round = i >>> 4
    const [f, g] = step(round, i, b, c, d)
    const sum = (a + f + sines[i]! + view.getUint32(at + g * 4, true)) >>> 0
    const shift = shifts[round]![i & 3]!
    ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) >>> 0]
  }
  ;[a, b, c, d].forEach((word, i) => (state[i] = (state[i]! + word) >>> 0))
}

function step(round: number, i: number, b: number, c: number, d: number): [number, number] {
  if (round === 0) return [(b & c) | (~b & d), i]
  if (round === 1) return [(d & b) | (~d & c), (5 * i + 1) & 15]
  return round === 2 ? [b ^ c ^ d, (3 * i + 5) & 15] : [c ^ (b | ~d), (7 * i) & 15]
}
