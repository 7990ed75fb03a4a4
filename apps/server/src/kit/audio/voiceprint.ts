import { CEPSTRA, soundFrames } from './cepstrum.ts'
import { within } from './voiceprint-scale.ts'

/** Only vectors of the same embedder can be compared. */
export const EMBEDDER = 'cepstra-1'
/** Frames below this share of the loud parts count as pauses. */
const PAUSE = 0.02
const MIN_FRAMES = 50

export interface Voiceprint {
  vector: number[]
  /** How long somebody speaks in the recording. */
  seconds: number
}
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
function spreadOf(values: readonly number[], mean: number): number {
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/**
 * The voiceprint of samples of one channel at 16 kHz: the shape of the speech sounds (cepstra), how much they vary, and
 * the pitch. Undefined without half a second of speech.
 */
export async function voiceprintOf(samples: Int16Array): Promise<Voiceprint | undefined> {
  const frames = await soundFrames(samples)
  const loud = frames.map(({ energy }) => energy).toSorted((a, b) => b - a)[Math.floor(frames.length / 20)] ?? 0
  const spoken = frames.filter(({ energy }) => energy > Math.max(100, loud * PAUSE))
  const pitches = spoken.map(({ pitch }) => pitch).filter((pitch) => pitch > 0)
  if (spoken.length < MIN_FRAMES || pitches.length < 5) return undefined
  const columns = Array.from({ length: CEPSTRA }, (_, at) => spoken.map(({ cepstra }) => cepstra[at]!))
  const means = columns.map(meanOf)
  const spreads = columns.map((column, at) => spreadOf(column, means[at]!))
  const heights = pitches.map((pitch) => Math.log(pitch)).toSorted((a, b) => a - b)
  const height = heights[Math.floor(heights.length / 2)]!
  const vector = [...means, ...spreads, height].map((value) => Number(value.toFixed(4)))
  return { vector, seconds: spoken.length / 100 }
}

/** The distance between two voices, in units of how much one voice varies from day to day. */
function distanceOf(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(meanOf(a.map((value, at) => ((value - b[at]!) / within[at]!) ** 2)))
}

/** At this distance, the same person and another one are equally likely. */
const EVEN = 2.2
const STEEPNESS = 2.2

/** How likely two voiceprints are of the same voice, from 0 to 100. */
export const likenessOf = (a: readonly number[], b: readonly number[]): number =>
  100 / (1 + Math.exp((distanceOf(a, b) - EVEN) * STEEPNESS))
