import { createOfflineSpeech } from '../apps/server/src/kit/speech/offline/offline.ts'
import type { Egress } from '../apps/server/src/kit/egress/egress.ts'
import type { ModelConfig } from '../apps/server/src/kit/models/provider-config.ts'
import { bytesOf, createSampleReader } from '../apps/server/src/kit/audio/samples.ts'
import { toWav } from '../apps/server/src/kit/audio/wav.ts'
import { wordErrorRate } from '../apps/server/src/domains/chat/clone/word-errors.ts'
import { report } from './lib/report.ts'
import { cpuOfChildren } from './lib/children-cpu.ts'

const RATE = 24_000
const config: ModelConfig = { kind: 'offline', providerName: 'Built in', baseUrl: '', apiKey: '', model: 'offline' }
const egress = {} as Egress
const who = ['The teacher', 'My brother', 'The old captain', 'A young woman', 'Our neighbour']
const what = ['opened the window', 'bought a new house', 'asked about the weather', 'found the missing letter']
const when = ['in the morning.', 'before the train arrived.', 'because the room was cold.']
const sentences = who.flatMap((a) => what.flatMap((b) => when.map((c) => `${a} ${b} ${c}`)))

/** With noise that is so many decibels quieter; the same noise in each run. */
function noisy(samples: Int16Array, decibels: number): Int16Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const size = Math.sqrt((power * 3) / 10 ** (decibels / 10))
  let seed = 1
  return samples.map((sample) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(-32_768, Math.min(32_767, sample + (seed / 1_073_741_824 - 1) * size))
  })
}

const tell = (what: string, value: number, most: number) =>
  report(what, value.toFixed(3), 'none', undefined, `at most ${most}: ${value <= most ? 'held' : 'missed'}`)

/** CPU per second of sound for speaking, hearing and telling speech from noise, and how many words are heard wrongly. */
export async function benchSpeech() {
  const speech = createOfflineSpeech()
  const say = async (text: string, voice: string) =>
    (await speech.driver.speak(config, egress, { voice, text, format: 'pcm' })).bytes()
  const hear = (samples: Int16Array) =>
    speech.driver.transcribe(config, egress, {
      recording: { bytes: toWav(bytesOf(samples), RATE), fileName: 'a.wav', mime: 'audio/wav' },
    })
  try {
    // Loading counts once for a process, not for each sentence.
    await hear(createSampleReader()(await say('Good morning.', 'awb')))
    const sounds: Int16Array[] = []
    const spoken = await cpuOfChildren(async () => {
      for (const text of sentences) sounds.push(createSampleReader()(await say(text, 'awb')))
    })
    const seconds = sounds.reduce((sum, { length }) => sum + length / RATE, 0)
    tell('synthesis, CPU per second of sound', spoken / seconds, 0.05)
    const detected = await cpuOfChildren(async () => {
      for (const sound of sounds) await speech.speechMs(sound, RATE)
    })
    tell('detection, CPU per second of sound', detected / seconds, 0.02)
    for (const [name, decibels, most] of [
      ['clean', 100, 0.1],
      ['20 dB', 20, 1],
      ['10 dB', 10, 1],
    ] as const) {
      let wrong = 0
      const heard = await cpuOfChildren(async () => {
        for (const [at, sound] of sounds.entries())
          wrong += wordErrorRate(sentences[at]!, await hear(noisy(sound, decibels)))
      })
      const rate = wrong / sentences.length
      tell(`recognition ${name}, CPU per second of sound`, heard / seconds, 0.12)
      tell(`recognition ${name}, share of words wrong`, rate, most)
    }
  } finally {
    speech.close()
  }
}
