import { bytesOf } from '#kit/audio/samples.ts'
import { toWav } from '#kit/audio/wav.ts'

export interface VoiceShape {
  /** Base frequency of the voice, in Hz. */
  pitch: number
  /** Frequencies that the vocal tract amplifies, in Hz. */
  formants: readonly number[]
}
export const anna: VoiceShape = { pitch: 210, formants: [850, 1900, 2900] }
export const bruno: VoiceShape = { pitch: 105, formants: [550, 1150, 2300] }

/**
 * The sound of a person humming: harmonics of a varying pitch, filtered by formants. Another `start` gives another
 * recording.
 */
export function humming({ pitch, formants }: VoiceShape, seconds: number, rate: number, start = 0): Int16Array {
  const gainAt = (hz: number) => formants.reduce((sum, formant) => sum + Math.exp(-(((hz - formant) / 120) ** 2)), 0.02)
  let phase = 0
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = start + at / rate
    const now = pitch * (1 + 0.06 * Math.sin(2 * Math.PI * 0.7 * time))
    phase += (2 * Math.PI * now) / rate
    let sum = 0
    for (let harmonic = 1; harmonic * now < 4000; harmonic += 1)
      sum += gainAt(harmonic * now) * Math.sin(harmonic * phase)
    return Math.round(4000 * sum * (0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * time)))
  })
}
export const hummingFile = (voice: VoiceShape, start = 0, rate = 16_000): Buffer =>
  toWav(bytesOf(humming(voice, 3, rate, start)), rate)
