import { joinSamples } from './samples.ts'

export interface ActivityRules {
  rate: number
  /** So much silence ends an utterance. */
  silenceMs: number
  /** So much of what came before belongs to it. */
  prefixMs: number
}
/**
 * `begin`: somebody speaks. `long`: for so long that it is no cough, with the sound so far. `pause`: so far it may be over. `end`: an
 * utterance, with all of its sound.
 */
export type Activity = { type: 'begin' } | { type: 'long' | 'pause' | 'end'; samples: Int16Array }

const FRAME_MS = 20
/** Shorter sounds are clicks. */
const LEAST_MS = 200
const LONG_MS = 900
/** Pauses within a word are shorter. */
const GAP_MS = 200
/** Longer than between most words. */
const PAUSE_MS = 200
/** Nothing below this is speech, however quiet the room is. */
const QUIETEST = 250
/** Speech is so much louder than the room. */
const ABOVE_ROOM = 3
const ROOM_RISE = 1.01
/** What is kept of an utterance that does not end. */
const LONGEST_MS = 60_000

function loudness(samples: Int16Array): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += samples[at]! * samples[at]!
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Tells speech from silence by loudness against the room, which is learnt as it goes. */
export function createVoiceActivity({ rate, silenceMs, prefixMs }: ActivityRules) {
  const size = Math.round((rate * FRAME_MS) / 1000)
  let waiting = new Int16Array(0)
  let room = QUIETEST / ABOVE_ROOM
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
    // It falls at once and rises slowly: a long word is not the room.
    room = now < room ? now : Math.min(now, room * ROOM_RISE)
    return now > Math.max(QUIETEST, room * ABOVE_ROOM)
  }
  function step(frame: Int16Array): Activity[] {
    const told: Activity[] = []
    frames.push(frame)
    if (isLoud(frame)) {
      spokenMs += FRAME_MS
      silentMs = 0
    } else silentMs += FRAME_MS
    if (!isSpeaking && spokenMs >= LEAST_MS) {
      isSpeaking = true
      told.push({ type: 'begin' })
    }
    if (isSpeaking && !isLong && spokenMs >= LONG_MS) {
      isLong = true
      told.push({ type: 'long', samples: joinSamples(frames) })
    }
    if (isSpeaking && silentMs === PAUSE_MS && PAUSE_MS < silenceMs)
      told.push({ type: 'pause', samples: joinSamples(frames) })
    if (isSpeaking && (silentMs >= silenceMs || frames.length * FRAME_MS >= LONGEST_MS)) {
      told.push({ type: 'end', samples: joinSamples(frames) })
      reset()
    } else if (!isSpeaking && silentMs >= GAP_MS) {
      spokenMs = 0
      const most = Math.ceil(prefixMs / FRAME_MS)
      if (frames.length > most) frames = frames.slice(-most)
    }
    return told
  }

  return {
    push(samples: Int16Array): Activity[] {
      const all = joinSamples([waiting, samples])
      const told: Activity[] = []
      let at = 0
      for (; at + size <= all.length; at += size) told.push(...step(all.slice(at, at + size)))
      waiting = all.slice(at)
      return told
    },
    reset,
  }
}
