import { setImmediate } from 'node:timers/promises'
import { powerSpectrum } from './spectrum.ts'

export const CEPSTRUM_RATE = 16_000
const FRAME = 400
const HOP = 160
const FFT = 512
const BANDS = 26
const LOWEST_HZ = 100
const HIGHEST_HZ = 7000
const PRE_EMPHASIS = 0.97
/** The first coefficient is loudness, which depends on the microphone. */
export const CEPSTRA = 19
/** Yields to other work after this number of frames. */
const FRAMES_AT_ONCE = 200

const melOf = (hz: number) => 2595 * Math.log10(1 + hz / 700)
const hzOf = (mel: number) => 700 * (10 ** (mel / 2595) - 1)
const hamming = Float64Array.from(
  { length: FRAME },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME - 1)),
)
const edges = Array.from({ length: BANDS + 2 }, (_, at) => {
  const [low, high] = [melOf(LOWEST_HZ), melOf(HIGHEST_HZ)]
  return Math.round((hzOf(low + ((high - low) * at) / (BANDS + 1)) * FFT) / CEPSTRUM_RATE)
})
const cosines = Array.from({ length: CEPSTRA }, (_, c) =>
  Float64Array.from({ length: BANDS }, (_value, band) => Math.cos((Math.PI * (c + 1) * (band + 0.5)) / BANDS)),
)

export interface SoundFrame {
  cepstra: Float64Array
  /** Mean square of the samples. */
  energy: number
  /** In Hz; 0 without a voice. */
  pitch: number
}

function bandsOf(power: Float64Array): Float64Array {
  return Float64Array.from({ length: BANDS }, (_, band) => {
    const [from, top, to] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    let sum = 1e-3
    for (let at = from; at < top; at += 1) sum += (power[at]! * (at - from)) / (top - from)
    for (let at = top; at < to; at += 1) sum += (power[at]! * (to - at)) / (to - top)
    return Math.log(sum)
  })
}

/** The pitch, from the lag at which a frame correlates most with itself. */
function pitchOf(samples: Int16Array, start: number): number {
  const length = FRAME * 2
  if (start + length > samples.length) return 0
  // Half the sample rate is enough for voices.
  const [step, rate] = [2, CEPSTRUM_RATE / 2]
  const count = length / step
  let own = 0
  for (let at = 0; at < count; at += 1) own += samples[start + at * step]! ** 2
  let [best, bestLag] = [0, 0]
  for (let lag = Math.floor(rate / 400); lag <= rate / 65; lag += 1) {
    let sum = 0
    for (let at = 0; at + lag < count; at += 1) sum += samples[start + at * step]! * samples[start + (at + lag) * step]!
    const like = (sum * count) / ((count - lag) * (own || 1))
    // Take the shortest of nearly equal lags: the others are its multiples.
    if (like > best * 1.05) [best, bestLag] = [like, lag]
  }
  return best > 0.45 ? rate / bestLag : 0
}

/** Features of each 10 ms of sound, one channel at 16 kHz. */
export async function soundFrames(samples: Int16Array): Promise<SoundFrame[]> {
  const frames: SoundFrame[] = []
  for (let start = 0; start + FRAME < samples.length; start += HOP) {
    if (frames.length % FRAMES_AT_ONCE === FRAMES_AT_ONCE - 1) await setImmediate()
    const frame = new Float64Array(FFT)
    let energy = 0
    for (let at = 0; at < FRAME; at += 1) {
      const sample = samples[start + at]!
      energy += sample * sample
      frame[at] = (sample - PRE_EMPHASIS * (samples[start + at - 1] ?? 0)) * hamming[at]!
    }
    const bands = bandsOf(powerSpectrum(frame))
    const cepstra = Float64Array.from(cosines, (row) => row.reduce((sum, value, band) => sum + value * bands[band]!, 0))
    const pitch = frames.length % 4 === 0 ? pitchOf(samples, start) : 0
    frames.push({ cepstra, energy: energy / FRAME, pitch })
  }
  return frames
}
