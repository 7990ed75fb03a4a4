import { bootstrap, type Interval, mean } from '#kit/stats/intervals.ts'
import { comparePairs, holm } from '#kit/stats/paired.ts'
import { seededRandom } from '#kit/stats/random.ts'
import { type Pool, paretoPool, pickParent } from './pareto.ts'
import { type Split, splitRows } from './split.ts'

/** A row of the dataset. `input` includes the columns used for judging. */
export interface Row {
  id: string
  input: Record<string, string>
}
export interface Candidate {
  id: string
  parentId: string
  /** `start`, `rewrite`, `examples` or `format`. */
  how: string
  text: string
}
export interface Scored {
  output: string
  /** From 0 to 1. */
  score: number
  reason: string
}
export interface Failure extends Scored {
  row: Row
}
/** Operations that call models. Their answers are stored, so that a resumed search reaches the same result. */
export interface EnginePorts {
  score(candidate: Candidate, row: Row): Promise<Scored>
  /** Explains why these answers are bad. */
  critique(candidate: Candidate, failures: readonly Failure[], round: number): Promise<string>
  /** Rewrites the text. Results that lost a variable are left out. */
  rewrite(candidate: Candidate, critique: string, round: number): Promise<string[]>
  /** Variants built without a model. */
  variants(candidate: Candidate, good: readonly Failure[], round: number): { how: string; text: string }[]
  /** Whether the budget allows this many more calls. */
  mayAsk(calls: number): boolean
}
export interface Proof {
  candidate: Candidate
  before: number
  after: number
  interval: Interval | undefined
  p: number
  isProven: boolean
  rows: { row: Row; before: Scored; after: Scored }[]
}
export interface Found {
  verdict: 'better' | 'none' | 'unproven'
  proofs: Proof[]
  candidates: { id: string; parentId: string; how: string; score: number | undefined }[]
}
/** Ends the search when the budget is used up, except for the calls reserved for the proof. */
class BudgetOver extends Error {}

const BATCH = 6
const MAX_STALE_ROUNDS = 8
const MOST_ROUNDS = 40
const MAX_PROOFS = 3
const PERFECT = 1 - 1e-9
const RESAMPLES = 2000
const SIGNIFICANCE_LEVEL = 0.05

/**
 * Searches for a better text. A critic explains why answers fail, and a writer rewrites the text. A text that beats its
 * parent on the same small batch is measured on the validation rows. The best texts are proved on held-out rows.
 */
export async function optimise(start: string, rows: readonly Row[], seed: string, ports: EnginePorts): Promise<Found> {
  const split = splitRows(rows)
  const first: Candidate = { id: 'c0', parentId: '', how: 'start', text: start }
  const all = new Map<string, { candidate: Candidate; scores: number[] | undefined }>([
    [first.id, { candidate: first, scores: undefined }],
  ])
  try {
    await search(first, split, seed, ports, all)
  } catch (cause) {
    if (!(cause instanceof BudgetOver)) throw cause
  }
  const measured = [...all.values()].flatMap(({ candidate, scores }) => (scores ? [{ candidate, scores }] : []))
  const begin = measured.find(({ candidate }) => candidate.id === first.id)
  const best = measured
    .filter(({ candidate, scores }) => candidate.id !== first.id && begin && mean(scores) > mean(begin.scores))
    .toSorted((a, b) => mean(b.scores) - mean(a.scores) || a.candidate.text.length - b.candidate.text.length)
    .slice(0, MAX_PROOFS)
    .map(({ candidate }) => candidate)
  const candidates = [...all.values()].map(({ candidate: { id, parentId, how }, scores }) => ({
    id,
    parentId,
    how,
    score: scores && mean(scores),
  }))
  if (!best.length) return { verdict: 'none', proofs: [], candidates }
  const proofs = await prove(first, best, split, seed, ports)
  const isHeldOut = split.proof.length > 0
  const verdict = !isHeldOut ? 'unproven' : proofs.some(({ isProven }) => isProven) ? 'better' : 'none'
  return { verdict, proofs, candidates }
}

async function search(
  first: Candidate,
  { train, validation, proof }: Split,
  seed: string,
  ports: EnginePorts,
  all: Map<string, { candidate: Candidate; scores: number[] | undefined }>,
): Promise<void> {
  const random = seededRandom(seed)
  const reservedCalls = proof.length * 2
  /** Throws before the search would use calls reserved for the proof. */
  const scored = async (candidate: Candidate, batch: readonly Row[]): Promise<Scored[]> => {
    if (!ports.mayAsk(batch.length + reservedCalls)) throw new BudgetOver()
    return Promise.all(batch.map((row) => ports.score(candidate, row)))
  }
  const measure = async (candidate: Candidate): Promise<number[]> => {
    const scores = (await scored(candidate, validation)).map(({ score }) => score)
    all.set(candidate.id, { candidate, scores })
    return scores
  }
  let pool: Pool = paretoPool([{ candidate: first, scores: await measure(first) }])
  let [staleRounds, number] = [0, 0]
  for (let round = 1; round <= MOST_ROUNDS && staleRounds < MAX_STALE_ROUNDS; round += 1) {
    const best = Math.max(...pool.map(({ scores }) => mean(scores)))
    if (best >= PERFECT) return
    const parent = pickParent(pool, random)
    const batch = sample(train, BATCH, random)
    const answers = (await scored(parent, batch)).map((answer, at) => ({ ...answer, row: batch[at]! }))
    const failures = answers.filter(({ score }) => score < PERFECT)
    const good = answers.filter(({ score }) => score >= PERFECT)
    if (!failures.length) {
      staleRounds += 1
      continue
    }
    if (!ports.mayAsk(3 + reservedCalls)) throw new BudgetOver()
    const why = await ports.critique(parent, failures, round)
    const texts = [
      ...(await ports.rewrite(parent, why, round)).map((text) => ({ how: 'rewrite', text })),
      ...ports.variants(parent, good, round),
    ]
    const known = new Set([...all.values()].map(({ candidate }) => candidate.text))
    let isBetter = false
    for (const { how, text } of texts) {
      if (known.has(text)) continue
      known.add(text)
      const child: Candidate = { id: `c${(number += 1)}`, parentId: parent.id, how, text }
      all.set(child.id, { candidate: child, scores: undefined })
      const now = mean((await scored(child, batch)).map(({ score }) => score))
      const before = mean(answers.map(({ score }) => score))
      // A text more than twice as long must be clearly better.
      const isLong = text.length > 2 * Math.max(1, parent.text.length)
      if (now <= before + (isLong ? 1 / BATCH - 1e-9 : 0)) continue
      const scores = await measure(child)
      pool = paretoPool([...pool, { candidate: child, scores }])
      if (mean(scores) > best) isBetter = true
    }
    staleRounds = isBetter ? 0 : staleRounds + 1
  }
}

/** Compares before and after on held-out rows. Without such rows, uses the validation rows and proves nothing. */
async function prove(
  first: Candidate,
  best: readonly Candidate[],
  { proof, validation }: Split,
  seed: string,
  ports: EnginePorts,
): Promise<Proof[]> {
  const isHeldOut = proof.length > 0
  const rows = isHeldOut ? proof : validation
  const before = await Promise.all(rows.map((row) => ports.score(first, row)))
  const proofs: Proof[] = []
  for (const candidate of best) {
    // The first candidate is always proved, because its calls were reserved.
    if (proofs.length && isHeldOut && !ports.mayAsk(rows.length)) break
    const after = await Promise.all(rows.map((row) => ports.score(candidate, row)))
    const pairs = rows.map((_, at) => [before[at]!.score, after[at]!.score] as const)
    const gains = pairs.map(([old, now]) => now - old)
    proofs.push({
      candidate,
      before: mean(pairs.map(([old]) => old)),
      after: mean(pairs.map(([, now]) => now)),
      interval: rows.length > 1 ? bootstrap(gains, `${seed} ${candidate.id}`, undefined, RESAMPLES) : undefined,
      p: comparePairs(pairs, `${seed} ${candidate.id}`)?.p ?? 1,
      isProven: false,
      rows: rows.map((row, at) => ({ row, before: before[at]!, after: after[at]! })),
    })
  }
  // Correct for testing several candidates.
  const adjusted = holm(proofs.map(({ p }) => p))
  return proofs
    .map((one, at) => ({
      ...one,
      isProven: isHeldOut && (one.interval?.low ?? 0) > 0 && adjusted[at]! < SIGNIFICANCE_LEVEL,
    }))
    .toSorted((a, b) => b.after - a.after)
}

function sample(rows: readonly Row[], n: number, random: () => number): Row[] {
  const rest = [...rows]
  return Array.from({ length: Math.min(n, rest.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}
