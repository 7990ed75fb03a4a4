import type { RecalledChunk } from '../prompt-marks.ts'
import { overlap, sentencesOf, wordsOf } from './words.ts'

export interface Quote {
  source: string
  sentence: string
}

/** The sentences of the recalled chunks that have most in common with the question, best first. */
export function quotesFor(question: string, chunks: RecalledChunk[], most = 3): Quote[] {
  const words = new Set(wordsOf(question))
  const ranked = chunks
    .flatMap(({ text, source }) =>
      sentencesOf(text).map((sentence) => ({ source, sentence, score: overlap(words, sentence) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const best = ranked[0]?.score ?? 0
  return ranked.filter(({ score }) => score >= best * 0.6).slice(0, most)
}
