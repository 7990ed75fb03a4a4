import { joinSamples } from './samples.ts'

/** Waves on each side that a sample is computed from, at the lower of the two rates. */
const SIDE = 16
/** Where tones begin to fade, so that none above half of the lower rate is left: it would come back as a lower one. */
const CUTOFF = 0.92

/** Bell that ends the sum without a click. */
const windowAt = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x))
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

export interface Resampler {
  push(samples: Int16Array): Int16Array
  /** What is still to come of sound that has ended. */
  end(): Int16Array
}

/** Changes the sample rate of sound that comes in pieces. Pieces give the same as the whole. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, end: () => new Int16Array(0) }
  const scale = Math.min(1, to / from)
  const reach = Math.ceil(SIDE / scale)
  /** By how far a sample lies between two of the source: there are few such distances. */
  const kernels = new Map<number, Float64Array>()
  function kernelAt(phase: number): Float64Array {
    const known = kernels.get(phase)
    if (known) return known
    const made = Float64Array.from({ length: 2 * reach }, (_, at) => {
      const away = (at - reach + 1 - phase / to) * scale
      return sinc(away * CUTOFF) * windowAt(away / SIDE)
    })
    const sum = made.reduce((total, weight) => total + weight, 0)
    kernels.set(
      phase,
      made.map((weight) => weight / sum),
    )
    return kernels.get(phase)!
  }
  // Silence before the first sample, so that it has neighbours.
  let kept = new Int16Array(reach)
  let count = 0
  /** Where `kept` begins in the source. */
  let start = -reach
  function push(samples: Int16Array): Int16Array {
    const all = joinSamples([kept, samples])
    const made: number[] = []
    const firstOf = () => Math.floor((count * from) / to) - reach + 1 - start
    for (; firstOf() + 2 * reach <= all.length; count += 1) {
      const kernel = kernelAt((count * from) % to)
      const first = firstOf()
      let sum = 0
      for (let at = 0; at < kernel.length; at += 1) sum += all[first + at]! * kernel[at]!
      made.push(Math.max(-32_768, Math.min(32_767, Math.round(sum))))
    }
    const used = Math.min(firstOf(), all.length)
    kept = all.slice(used)
    start += used
    return Int16Array.from(made)
  }
  return { push, end: () => push(new Int16Array(reach)) }
}

/** The whole of a recording at another rate. */
export function resampled(samples: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to)
  return joinSamples([resampler.push(samples), resampler.end()])
}
