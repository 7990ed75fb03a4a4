/** Power spectrum of a frame whose length is a power of two, in place and without recursion. */
export function powerSpectrum(frame: Float64Array): Float64Array {
  const size = frame.length
  const re = Float64Array.from(frame)
  const im = new Float64Array(size)
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!]
  }
  for (let length = 2; length <= size; length <<= 1) butterflies(re, im, length)
  return Float64Array.from({ length: size / 2 + 1 }, (_, at) => (re[at]! * re[at]! + im[at]! * im[at]!) / size)
}

function butterflies(re: Float64Array, im: Float64Array, length: number) {
  const half = length / 2
  for (let k = 0; k < half; k += 1) {
    const angle = (-2 * Math.PI * k) / length
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    for (let at = k; at < re.length; at += length) {
      const r = re[at + half]! * cos - im[at + half]! * sin
      const i = re[at + half]! * sin + im[at + half]! * cos
      re[at + half] = re[at]! - r
      im[at + half] = im[at]! - i
      re[at] = re[at]! + r
      im[at] = im[at]! + i
    }
  }
}
