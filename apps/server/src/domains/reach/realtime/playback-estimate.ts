import type { Sentence } from '#kit/speech/sentences.ts'

interface TimedSentence extends Sentence {
  /** When the sentence starts and ends playing, as far as its sound was sent. */
  begins: number
  ends: number
}

/**
 * Estimates how much of an answer was heard. Sound is sent faster than it is played, so the position follows from the
 * durations sent and the clock.
 */
export function createPlaybackEstimate(now: () => number) {
  const said: TimedSentence[] = []
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
    /** Extends the current sentence to this position, for a voice whose text is not split into sentences. */
    extendTo(to: number) {
      const last = said.at(-1)
      if (last) last.to = to
    },
    isPlaying: () => playsUntil > now(),
    /** Whether any of the answer was spoken. */
    hasBegun: () => said.length > 0,
    /** The number of characters of the text that were heard. */
    length(written: string, at: number): number {
      const last = said.findLast(({ begins }) => begins <= at)
      if (!last) return 0
      if (last.ends <= at) return last.to
      const part = (at - last.begins) / Math.max(1, last.ends - last.begins)
      const position = last.from + Math.floor(part * (last.to - last.from))
      // A word that was cut off counts as not heard.
      const blank = written.lastIndexOf(' ', position)
      return blank > last.from && /\w/.test(written[position] ?? '') ? blank : position
    },
  }
}
export type PlaybackEstimate = ReturnType<typeof createPlaybackEstimate>
