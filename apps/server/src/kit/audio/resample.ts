import { joinSamples } from './samples.ts'

/** Periods on each side that contribute to a sample, at the lower of the two rates. */
const SIDE = 16
/**
 * Where frequencies begin to fade, so that none above half of the lower rate remains: it would alias to a lower one.
 */
const CUTOFF = 0.92

/** Window that tapers the sum without a click. */
const windowAt = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x))
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b))

export interface Resampler {
  push(samples: Int16Array): Int16Array
  /** Returns the remaining samples once the sound has finished. */
  end(): Int16Array
}

/** Changes the sample rate of sound that arrives in pieces. The result does not depend on how the sound was cut. */
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
  /** By the offset between two source samples: there are only a few different offsets, and they repeat in a cycle. */
  const kernels: Float64Array[] = []
  const turns = to / greatestCommon(from, to)
  const [whole, part] = [Math.floor(from / to), from % to]
  // Silence before the first sample, so that it has neighbours.
  let kept = new Int16Array(reach)
  /** Where the neighbours of the next sample begin in `kept`, its offset beyond their middle, its cycle position. */
  let [next, phase, turn] = [1, 0, 0]
  // Every sound passes through here several times: allocate nothing in the loop.
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

/** Resamples a whole recording. */
export function resampled(samples: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to)
  return joinSamples([resampler.push(samples), resampler.end()])
}
