import type { Signs } from './bot-data.repo.ts'

/** Weights of votes, of evaluator scores and of how conversations went. */
const weights = { votes: 3, scores: 2, course: 1 }
const none: Omit<Signs, 'intent'> = { turns: 0, liked: 0, voted: 0, scored: 0, score: 0, smooth: 0 }
const keys = ['turns', 'liked', 'voted', 'scored', 'score', 'smooth'] as const

export const sumOfSigns = (signs: readonly Signs[]): Omit<Signs, 'intent'> =>
  signs.reduce((sum, one) => {
    const next = { ...sum }
    for (const key of keys) next[key] += one[key]
    return next
  }, none)

/** A score from 0 to 100. Votes and evaluator scores count only if there are any. */
export function scoreOf({ turns, liked, voted, scored, score, smooth }: Omit<Signs, 'intent'>): number {
  const parts = [
    { weight: voted ? weights.votes : 0, value: voted ? liked / voted : 0 },
    { weight: scored ? weights.scores : 0, value: scored ? score / scored : 0 },
    { weight: weights.course, value: turns ? smooth / turns : 0 },
  ]
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  return (parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight) * 100
}
