import { createResampler, type Resampler } from './resample.ts'
import { joinSamples } from './samples.ts'

/** The sample rate of all decoded recordings, one channel. */
export const RECORDING_RATE = 16_000
/** The longest accepted recording: nobody waits for longer ones, and a few bytes can decode to hours of silence. */
export const MAX_DURATION_S = 30 * 60

export type UnreadableReason = 'unreadable' | 'tooLong' | 'noDecoder'
/** A recording that cannot be decoded, with the reason. */
export class UnreadableSound extends Error {
  override name = 'UnreadableSound'
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason) {
    super(reason)
    this.reason = reason
  }
}

/** Collects sound in pieces of any rate. Throws `tooLong` during decoding when the limit is exceeded. */
export function createSampleSink() {
  const pieces: Int16Array[] = []
  let count = 0
  let rate = 0
  let resampler: Resampler | undefined
  function keep(made: Int16Array) {
    count += made.length
    if (count > MAX_DURATION_S * RECORDING_RATE) throw new UnreadableSound('tooLong')
    if (made.length) pieces.push(made)
  }
  return {
    push(samples: Int16Array, from: number) {
      if (from !== rate) {
        if (resampler) keep(resampler.end())
        resampler = createResampler(from, RECORDING_RATE)
        rate = from
      }
      keep(resampler!.push(samples))
    },
    end(): Int16Array {
      if (resampler) keep(resampler.end())
      return joinSamples(pieces)
    },
  }
}
export type SampleSink = ReturnType<typeof createSampleSink>

const MAX_SAMPLE = 32_767
/** Mixes channels of numbers between −1 and 1 to samples of one channel. */
export function mixChannels(channels: readonly Float32Array[]): Int16Array {
  const made = new Int16Array(channels[0]?.length ?? 0)
  for (let at = 0; at < made.length; at += 1) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    made[at] = Math.max(-MAX_SAMPLE, Math.min(MAX_SAMPLE, Math.round((sum / channels.length) * MAX_SAMPLE)))
  }
  return made
}
