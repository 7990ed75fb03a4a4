import { resampled } from '../../audio/resample.ts'
import { sentencesOf } from '../sentences.ts'
import { sayEnglish } from './flite.ts'
import { createHelper } from './helper.ts'
import { answerTasks } from './helper-answers.ts'
import { MANDARIN, speakers } from './offline-voices.ts'
import { createEncoder, type OfflineFormat, SPOKEN_RATE } from './sound-encoder.ts'

export interface SpeakOrder {
  text: string
  voice: string
  speed: number
  format: OfflineFormat
}
const mandarin = createHelper('espeak-child.ts')
/** Silence between two sentences of a text. */
const PAUSE_MS = 150

async function sayMandarin(text: string, speed: number) {
  for await (const sound of mandarin.ask<{ samples: Int16Array; rate: number }>('say', {
    text,
    voice: MANDARIN,
    speed,
  }))
    return sound
  return undefined
}
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

answerTasks({
  /** Sentence by sentence, so that playback can start early. Each sentence is spoken by a voice of its language. */
  async *speak({ text, voice, speed, format }: SpeakOrder) {
    const encoder = await createEncoder(format)
    const english = speakers.find(({ id, language }) => id === voice && language === 'en')?.id ?? 'slt'
    for (const { text: sentence } of sentencesOf(text)) {
      const isChinese = /\p{Script=Han}/u.test(sentence)
      const sound = await (isChinese ? sayMandarin(sentence, speed) : sayEnglish(sentence, english, speed))
      if (!sound) continue
      const spoken = encoder.push(resampled(sound.samples, sound.rate, SPOKEN_RATE))
      const pause = encoder.push(new Int16Array((SPOKEN_RATE * PAUSE_MS) / 1000))
      // Nothing to send yet if the format has to be complete first.
      if (spoken.length + pause.length) yield joined(spoken, pause)
    }
    yield encoder.end()
  },
})
