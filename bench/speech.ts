import { benchSpeechCalls } from './speech-calls.ts'
import { benchSpeakers } from './speech-speakers.ts'
import { cpuOfChildren } from './lib/children-cpu.ts'
import { report } from './lib/report.ts'
import { noisy, openSpeech, sentences, type Speech, SPOKEN_RATE, wrongWords } from './lib/speech-set.ts'

const tell = (what: string, value: number, most: number) =>
  report(what, value.toFixed(3), 'none', undefined, `at most ${most}: ${value <= most ? 'held' : 'missed'}`)
/** The recognition model works best with American voices; the third voice has a Scottish accent. */
const VOICES = ['slt', 'rms']
const ACCENT = 'awb'

/** Measures synthesis, recognition and detection per second of sound, word errors, calls and speakers. */
export async function benchSpeech() {
  const speech = openSpeech()
  try {
    // The models are loaded once per process, so the time for that is not counted.
    await speech.hear(await speech.say('Good morning.', 'slt'))
    const sounds: Int16Array[] = []
    const spoken = await cpuOfChildren(async () => {
      for (const [at, text] of sentences.entries()) sounds.push(await speech.say(text, VOICES[at % 2]!))
      for (const [at, text] of sentences.entries()) sounds.push(await speech.say(text, VOICES[(at + 1) % 2]!))
    })
    const seconds = sounds.reduce((sum, { length }) => sum + length / SPOKEN_RATE, 0)
    tell('synthesis, CPU per second of sound', spoken / seconds, 0.05)
    const detected = await cpuOfChildren(async () => {
      for (const sound of sounds) await speech.speechMs(sound, SPOKEN_RATE)
    })
    tell('detection, CPU per second of sound', detected / seconds, 0.02)
    for (const [name, decibels, most] of [
      ['clean', 100, 0.1],
      ['20 dB', 20, 1],
      ['10 dB', 10, 1],
    ] as const) {
      let wrong = 0
      const heard = await cpuOfChildren(async () => {
        wrong = await wrongIn(
          speech,
          sounds.map((sound) => noisy(sound, decibels)),
        )
      })
      tell(`recognition ${name}, CPU per second of sound`, heard / seconds, 0.12)
      tell(`recognition ${name}, share of words wrong`, wrong, most)
    }
    const accented: Int16Array[] = []
    for (const text of sentences) accented.push(await speech.say(text, ACCENT))
    tell('recognition with an accent, share of words wrong', await wrongIn(speech, accented), 1)
    await benchSpeakers(speech)
    await benchSpeechCalls(speech)
  } finally {
    speech.close()
  }
}

async function wrongIn(speech: Speech, sounds: Int16Array[]): Promise<number> {
  let wrong = 0
  for (const [at, sound] of sounds.entries())
    wrong += wrongWords(sentences[at % sentences.length]!, await speech.hear(sound))
  return wrong / sounds.length
}
