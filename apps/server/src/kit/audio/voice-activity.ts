import { joinSamples } from './samples.ts'

export interface ActivityRules {
  rate: number
  /** Silence of this length ends an utterance. */
  silenceMs: number
  /** Sound of this length before the first speech belongs to the utterance. */
  prefixMs: number
}
/**
 * `begin`: somebody speaks. `long`: they have spoken for too long to be a cough; with the sound so far. `pause`: the
 * utterance may be complete. `end`: the utterance is complete; with all of its sound.
 */
export type Activity = { type: 'begin' } | { type: 'long' | 'pause' | 'end'; samples: Int16Array }

const FRAME_MS = 20
/** Shorter sounds are clicks. */
const MIN_SPEECH_MS = 200
const LONG_MS = 900
/** Silence after which a sound that is no speech yet is discarded. Pauses within a word are shorter. */
const GAP_MS = 200
/** Longer than most gaps between words. */
const PAUSE_MS = 200
/** Sound below this level is never speech, however quiet the room is. */
const MIN_LOUDNESS = 250
/** Speech is at least this many times louder than the background noise. */
const SPEECH_TO_NOISE = 3
const NOISE_RISE = 1.01
/** An utterance without a pause is ended at this length. */
const MAX_UTTERANCE_MS = 60_000

function loudness(samples: Int16Array): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += samples[at]! * samples[at]!
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Detects speech by its loudness relative to the background noise, which is measured continuously. */
export function createVoiceActivity({ rate, silenceMs, prefixMs }: ActivityRules) {
  const size = Math.round((rate * FRAME_MS) / 1000)
  let waiting = new Int16Array(0)
  let noise = MIN_LOUDNESS / SPEECH_TO_NOISE
  let frames: Int16Array[] = []
  let spokenMs = 0
  let silentMs = 0
  let isSpeaking = false
  let isLong = false

  function reset() {
    frames = []
    spokenMs = 0
    silentMs = 0
    isSpeaking = false
    isLong = false
  }
  function isLoud(frame: Int16Array): boolean {
    const now = loudness(frame)
    // The noise level falls at once and rises slowly, so that a long word does not count as noise.
    noise = now < noise ? now : Math.min(now, noise * NOISE_RISE)
    return now > Math.max(MIN_LOUDNESS, noise * SPEECH_TO_NOISE)
  }
  function step(frame: Int16Array): Activity[] {
    const activities: Activity[] = []
    frames.push(frame)
    if (isLoud(frame)) {
      spokenMs += FRAME_MS
      silentMs = 0
    } else silentMs += FRAME_MS
    if (!isSpeaking && spokenMs >= MIN_SPEECH_MS) {
      isSpeaking = true
      activities.push({ type: 'begin' })
    }
    if (isSpeaking && !isLong && spokenMs >= LONG_MS) {
      isLong = true
      activities.push({ type: 'long', samples: joinSamples(frames) })
    }
    if (isSpeaking && silentMs === PAUSE_MS && PAUSE_MS < silenceMs)
      activities.push({ type: 'pause', samples: joinSamples(frames) })
    if (isSpeaking && (silentMs >= silenceMs || frames.length * FRAME_MS >= MAX_UTTERANCE_MS)) {
      activities.push({ type: 'end', samples: joinSamples(frames) })
      reset()
    } else if (!isSpeaking && silentMs >= GAP_MS) {
      spokenMs = 0
      const most = Math.ceil(prefixMs / FRAME_MS)
      if (frames.length > most) frames = frames.slice(-most)
    }
    return activities
  }

  return {
    push(samples: Int16Array): Activity[] {
      const all = joinSamples([waiting, samples])
      const activities: Activity[] = []
      let at = 0
      for (; at + size <= all.length; at += size) activities.push(...step(all.slice(at, at + size)))
      waiting = all.slice(at)
      return activities
    },
    reset,
  }
}
