import type { WordHit } from './vectors.ts'

/** Weight of a query word: rare words count more. */
export interface WordWeight {
  term: string
  weight: number
  count: number
}
const MAX_TERMS = 24
export const questionTerms = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MAX_TERMS)

/** The words that occur, and the weight of the whole query: the score of a slice is a share of it. */
export function weighWords(terms: string[], counts: number[], total: number): { present: WordWeight[]; whole: number } {
  const idf = counts.map((n) => Math.log(1 + Math.max(0, total - n + 0.5) / (n + 0.5)))
  // A word that occurs nowhere has half its weight in the query, because it may be a mere phrase.
  const whole = idf.reduce((sum, value, at) => sum + (counts[at] ? value : value / 2), 0)
  const present = terms.flatMap((term, at) =>
    counts[at] ? [{ term, weight: Math.max(0.01, idf[at]!), count: counts[at] }] : [],
  )
  return { present: whole > 0 ? present : [], whole }
}

/** Matches by the translation of a query alone count a little less. */
const TRANSLATED = 0.8
/** Merges the hits of a query and of its translation; each hit keeps its better score. */
export function bestOf([own = [], translated = []]: WordHit[][], k: number): WordHit[] {
  const best = new Map(own.map((hit) => [hit.id, hit]))
  for (const hit of translated) {
    const known = best.get(hit.id)
    const score = TRANSLATED * hit.score
    if (!known) best.set(hit.id, { ...hit, score })
    else
      best.set(hit.id, {
        id: hit.id,
        score: Math.max(known.score, score),
        matched: [...new Set([...known.matched, ...hit.matched])],
      })
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, k)
}
