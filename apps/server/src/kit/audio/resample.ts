import { joinSamples } from './samples.ts'

/** Waves on each side that a sample is computed from, at the lower of the two rates. */
const SIDE = 16
/** Where tones begin to fade, so that none above half of the lower rate is left: it would come back as a lower one. */
const CUTOFF = 0.92

/** Bell that ends the sum without a click. */
const windowAt = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x))
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b))

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
  const length = 2 * reach
  function kernelAt(phase: number): Float64Array {
    const made = Float64Array.from({ length }, (_, at) => {
      const away = (at - reach + 1 - phase / to) * scale
      return sinc(away * CUTOFF) * windowAt(away / SIDE)
    })
    const sum = made.reduce((total, weight) => total + weight, 0)
    return made.map((weight) => weight / sum)
  }
  /** By how far a sample lies between two of the source: there are few such distances, and they come in turns. */
  const kernels: Float64Array[] = []
  const turns = to / greatestCommon(from, to)
  const [whole, part] = [Math.floor(from / to), from % to]
  // Silence before the first sample, so that it has neighbours.
  let kept = new Int16Array(reach)
  /** Where in `kept` the neighbours of the next sample begin, how far it lies beyond the middle of them, and which turn it is. */
  let [next, phase, turn] = [1, 0, 0]
  // Every sound passes here several times on its way: nothing is made in the loop.
  function push(samples: Int16Array): Int16Array {
    const all = joinSamples([kept, samples])
    const made = new Int16Array(Math.ceil((all.length * to) / from) + 1)
    let count = 0
    for (; next + length <= all.length; count += 1) {
      const kernel = (kernels[turn] ??= kernelAt(phase))
      let [sum, other] = [0, 0]
      for (let at = 0; at < length; at += 2) {
        sum += all[next + at]! * kernel[at]!
        other += all[next + at + 1]! * kernel[at + 1]!
      }
      made[count] = Math.max(-32_768, Math.min(32_767, Math.round(sum + other)))
      next += whole
      phase += part
      if (phase >= to) {
        phase -= to
        next += 1
      }
      turn = turn + 1 === turns ? 0 : turn + 1
    }
    const used = Math.min(next, all.length)
    kept = all.slice(used)
    next -= used
    return made.slice(0, count)
  }
  return { push, end: () => push(new Int16Array(reach)) }
}

/** The whole of a recording at another rate. */
export function resampled(samples: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to)
  return joinSamples([resampler.push(samples), resampler.end()])
}
