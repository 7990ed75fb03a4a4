/** Neighbours on each side that a sample is computed from, at the lower of the two rates. */
const SIDE = 8

/** Bell that ends the sum without a click. */
const windowAt = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x))
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** The whole of a recording at another rate, true in its overtones: for comparing voices, not for sound that is on its way. */
export function resampled(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return samples
  const scale = Math.min(1, to / from)
  const reach = Math.ceil(SIDE / scale)
  return Int16Array.from({ length: Math.floor((samples.length * to) / from) }, (_, at) => {
    const centre = (at * from) / to
    const middle = Math.floor(centre)
    let sum = 0
    for (let next = middle - reach + 1; next <= middle + reach; next += 1) {
      const away = (next - centre) * scale
      sum += (samples[next] ?? 0) * sinc(away) * windowAt(away / SIDE)
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum * scale)))
  })
}
