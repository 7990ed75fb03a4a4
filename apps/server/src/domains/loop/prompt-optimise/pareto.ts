import type { Candidate } from './engine.ts'

export type Pool = readonly { candidate: Candidate; scores: readonly number[] }[]

/** Candidates that are best on at least one row, so that gains on single rows are not lost. */
export function paretoPool(all: Pool): Pool {
  const rows = all[0]?.scores.length ?? 0
  const kept = new Set<Candidate>()
  for (let row = 0; row < rows; row += 1) {
    const best = Math.max(...all.map(({ scores }) => scores[row]!))
    for (const { candidate, scores } of all) if (scores[row] === best) kept.add(candidate)
  }
  return all.filter(({ candidate }) => kept.has(candidate))
}

/** Picks a parent at random, weighted by the number of rows on which it is the best. */
export function pickParent(pool: Pool, random: () => number): Candidate {
  const rows = pool[0]!.scores.length
  const weights = pool.map(({ scores }) => {
    let wins = 0
    for (let row = 0; row < rows; row += 1) if (pool.every((other) => other.scores[row]! <= scores[row]!)) wins += 1
    return wins
  })
  const total = weights.reduce((sum, one) => sum + one, 0)
  let at = random() * total
  for (const [index, weight] of weights.entries()) {
    at -= weight
    if (at < 0) return pool[index]!.candidate
  }
  return pool.at(-1)!.candidate
}
