import { CEPSTRUM_RATE } from '../apps/server/src/kit/audio/cepstrum.ts'
import { resampled } from '../apps/server/src/kit/audio/resample.ts'
import { likenessOf, voiceprintOf } from '../apps/server/src/kit/audio/voiceprint.ts'
import { report } from './lib/report.ts'
import { noisy, sentences, type Speech, SPOKEN_RATE } from './lib/speech-set.ts'

/** Ten people: three voices, resampled to sound larger or smaller. */
const people = [
  ...['slt', 'rms', 'awb'].flatMap((voice) => [0.85, 1, 1.17].map((size) => ({ voice, size }))),
  { voice: 'slt', size: 1.33 },
]
const TRIES = 6

/** How often one sentence is attributed to the right one of ten people, each known from three other sentences. */
export async function benchSpeakers(speech: Speech) {
  const record = async ({ voice, size }: (typeof people)[number], texts: string[]) =>
    resampled(await speech.say(texts.join(' '), voice), Math.round(SPOKEN_RATE * size), CEPSTRUM_RATE)
  const vectorOf = async (samples: Int16Array) => (await voiceprintOf(samples))!.vector
  const known = await Promise.all(people.map(async (person) => vectorOf(await record(person, sentences.slice(0, 3)))))
  for (const [name, decibels, least] of [
    ['clean', 100, 0.9],
    ['20 dB', 20, 0],
    ['10 dB', 10, 0],
  ] as const) {
    let right = 0
    for (const [who, person] of people.entries())
      for (let at = 0; at < TRIES; at += 1) {
        const said = await record(person, [sentences[10 + at * 7]!])
        const vector = await vectorOf(noisy(said, decibels))
        const likeness = known.map((other) => likenessOf(vector, other))
        if (likeness.indexOf(Math.max(...likeness)) === who) right += 1
      }
    const share = right / (people.length * TRIES)
    const goal = least ? `at least ${least}: ${share >= least ? 'held' : 'missed'}` : ''
    report(`speakers ${name}, top-1 of ${people.length}`, share.toFixed(3), 'none', undefined, goal)
  }
}
