/** Weight of a query word: rare words count more. */
export interface WordWeight {
  term: string
  weight: number
  count: number
}
const MAX_TERMS = 24
export const questionTerms = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MAX_TERMS)

/** The words that occur, and the weight of the whole question: what a slice answers to is a share of it. */
export function weighWords(terms: string[], counts: number[], total: number): { present: WordWeight[]; whole: number } {
  const idf = counts.map((n) => Math.log(1 + Math.max(0, total - n + 0.5) / (n + 0.5)))
  // A word that occurs nowhere still weighs in the question, but half: it may be a mere turn of phrase.
  const whole = idf.reduce((sum, value, at) => sum + (counts[at] ? value : value / 2), 0)
  const present = terms.flatMap((term, at) =>
    counts[at] ? [{ term, weight: Math.max(0.01, idf[at]!), count: counts[at] }] : [],
  )
  return { present: whole > 0 ? present : [], whole }
}
