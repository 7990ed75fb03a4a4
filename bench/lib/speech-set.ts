import { wordErrorRate } from '../../apps/server/src/domains/chat/clone/word-errors.ts'
import { bytesOf, createSampleReader } from '../../apps/server/src/kit/audio/samples.ts'
import { toWav } from '../../apps/server/src/kit/audio/wav.ts'
import type { Egress } from '../../apps/server/src/kit/egress/egress.ts'
import type { ModelConfig } from '../../apps/server/src/kit/models/provider-config.ts'
import { createOfflineSpeech } from '../../apps/server/src/kit/speech/offline/offline.ts'

export const SPOKEN_RATE = 24_000
const config: ModelConfig = { kind: 'offline', providerName: 'Built in', baseUrl: '', apiKey: '', model: 'offline' }
const egress = {} as Egress
const who = ['The teacher', 'My brother', 'The old captain', 'A young woman', 'Our doctor']
const what = ['opened the window', 'bought a new house', 'asked about the weather', 'found the missing letter']
const when = ['in the morning.', 'before the train arrived.', 'because the room was cold.']
export const sentences = who.flatMap((a) => what.flatMap((b) => when.map((c) => `${a} ${b} ${c}`)))

/** The built-in speech, with samples as input and output. */
export function openSpeech() {
  const speech = createOfflineSpeech()
  return {
    ...speech,
    async say(text: string, voice: string): Promise<Int16Array> {
      const answer = await speech.driver.speak(config, egress, { voice, text, format: 'pcm' })
      return createSampleReader()(await answer.bytes())
    },
    hear: (samples: Int16Array) =>
      speech.driver.transcribe(config, egress, {
        recording: { bytes: toWav(bytesOf(samples), SPOKEN_RATE), fileName: 'a.wav', mime: 'audio/wav' },
      }),
  }
}
export type Speech = ReturnType<typeof openSpeech>
export const wrongWords = wordErrorRate

/** Pseudo-random numbers from −1 to 1, the same in each run. */
export function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}
const clipped = (value: number) => Math.max(-32_768, Math.min(32_767, value))

/** Adds noise that is quieter than the speech by this many decibels. */
export function noisy(samples: Int16Array, decibels: number): Int16Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const size = Math.sqrt((power * 3) / 10 ** (decibels / 10))
  const random = seededRandom(1)
  return samples.map((sample) => clipped(sample + random() * size))
}

/** Sounds in a room that are not speech: coughs, knocks, clatter, hum and hiss, all different. */
export function noise(nth: number, rate: number): Int16Array {
  const random = seededRandom(nth + 1)
  const seconds = 0.25 + (random() + 1) * 0.3
  const loud = 3000 + (random() + 1) * 5000
  const pitch = 60 + (random() + 1) * 600
  const softness = [0.05, 0.2, 0.6, 1, 0.1][nth % 5]!
  let last = 0
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = at / rate
    last += softness * (random() - last)
    const fall = Math.exp(-time * [6, 12, 3, 1, 25][nth % 5]!)
    // A cough consists of two bursts.
    const again = nth % 5 === 0 ? Math.max(fall, Math.exp(-Math.abs(time - 0.25) * 20)) : fall
    const hum = nth % 5 === 3 ? Math.sin(2 * Math.PI * pitch * time) * 0.5 : 0
    return clipped((last / Math.sqrt(softness) + hum) * again * loud)
  })
}
