import type { Sentence } from '#kit/speech/sentences.ts'

interface Said extends Sentence {
  /** When it begins to sound, and when it ends, as far as it was sent. */
  begins: number
  ends: number
}

/**
 * How far an answer was heard. Sound is sent faster than it is played: what was sent, how long it lasts and the clock tell where the
 * voice is.
 */
export function createHeard(now: () => number) {
  const said: Said[] = []
  let playsUntil = 0
  return {
    begin(sentence: Sentence) {
      const begins = Math.max(playsUntil, now())
      said.push({ ...sentence, begins, ends: begins })
    },
    sent(ms: number) {
      playsUntil = Math.max(playsUntil, now()) + ms
      said.at(-1)!.ends = playsUntil
    },
    /** What is being said goes on to here: for a voice whose words are not known by the sentence. */
    reaches(to: number) {
      const last = said.at(-1)
      if (last) last.to = to
    },
    isPlaying: () => playsUntil > now(),
    /** Some of it was spoken. */
    hasBegun: () => said.length > 0,
    /** How many characters of what was written. */
    length(written: string, at: number): number {
      const last = said.findLast(({ begins }) => begins <= at)
      if (!last) return 0
      if (last.ends <= at) return last.to
      const part = (at - last.begins) / Math.max(1, last.ends - last.begins)
      const position = last.from + Math.floor(part * (last.to - last.from))
      // A word that was cut off was not heard.
      const blank = written.lastIndexOf(' ', position)
      return blank > last.from && /\w/.test(written[position] ?? '') ? blank : position
    },
  }
}
export type Heard = ReturnType<typeof createHeard>
