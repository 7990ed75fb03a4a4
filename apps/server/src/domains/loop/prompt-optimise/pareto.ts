import type { Candidate } from './engine.ts'

export type Pool = readonly { candidate: Candidate; scores: readonly number[] }[]

/** Those that are the best on at least one row: what one of them found is not lost because another is better on the whole. */
export function paretoPool(all: Pool): Pool {
  const rows = all[0]?.scores.length ?? 0
  const kept = new Set<Candidate>()
  for (let row = 0; row < rows; row += 1) {
    const best = Math.max(...all.map(({ scores }) => scores[row]!))
    for (const { candidate, scores } of all) if (scores[row] === best) kept.add(candidate)
  }
  return all.filter(({ candidate }) => kept.has(candidate))
}

/** By how many rows each is the best on. */
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
