import { quantile } from '../intervals.ts'
import { chance, fitStrengths, scoresOf, spreadsOf, strengthsFrom } from './bradley-terry.ts'
import { styleAdjusted } from './length-adjusted.ts'
import { outlyingVoters } from './outliers.ts'
import { createResampler } from './resample.ts'
import { ALL_SCENES, FIELDS, partsOf, SCENES, type VoteList } from './vote-list.ts'

/** Models with fewer counted votes are listed without a rank and are not on the radar chart. */
const MIN_RANKED_VOTES = 30
/** Below this number of votes, resampling alone would make intervals too narrow. */
const FEW_VOTES = 100
/** Two-sided 95 %. */
const Z = 1.96

export interface BoardInput {
  models: number
  votes: VoteList
  rounds: number
  seed: string
}
export interface Standing {
  model: number
  score: number
  lower: number
  upper: number
  adjusted: number
  votes: number
  /** 0 when there are too few votes. */
  rank: number
  /** Expected share of wins against the others of this board, from 0 to 100; -1 when there are too few votes. */
  radar: number
}
export interface BoardPart {
  scene: number
  field: number
  votes: number
  /** Best first. */
  standings: Standing[]
  /** In the order of standings: wins of the row over the column; a tie is half a win. */
  wins: number[][]
}
export interface BoardResult {
  /** Voters whose votes were left out as outliers. */
  outliers: number[]
  parts: BoardPart[]
}

/** Computes everything a board shows from its votes: the same votes give the same board. */
export function computeBoard({ models, votes, rounds, seed }: BoardInput): BoardResult {
  const outliers = outlyingVoters(votes, models)
  const kept = Uint8Array.from(votes.voter, (voter) => (outliers.has(voter) ? 0 : 1))
  const sampler = createResampler(votes, models, kept, seed)
  const whole = sampler.whole().slice()
  const cells: Cell[] = []
  for (let scene = 0; scene <= SCENES; scene += 1)
    for (let field = 0; field < FIELDS; field += 1) {
      const cell = openCell(whole, models, scene, field, rounds)
      if (cell) cells.push(cell)
    }
  for (let round = 0; round < rounds; round += 1) {
    const drawn = sampler.draw()
    for (const cell of cells) {
      addUp(drawn, models, cell)
      const scores = scoresOf(cell.fitNear(cell.table))
      for (const [at, score] of scores.entries()) cell.drawn[at]![round] = score
    }
  }
  return {
    outliers: [...outliers],
    parts: cells.map((cell) =>
      closeCell(cell, styleAdjusted(votes, models, chosenOf(votes, kept, cell), startOf(cell, models))),
    ),
  }
}

interface Cell {
  scene: number
  field: number
  parts: number[]
  /** Models with votes in this cell. */
  present: number[]
  /** Wins among the present models; overwritten by each draw. */
  table: Float64Array
  wins: Float64Array
  beta: Float64Array
  /** Strengths for a table close to that of the cell. */
  fitNear(table: Float64Array): Float64Array
  drawn: Float64Array[]
}
function openCell(whole: Int32Array, models: number, scene: number, field: number, rounds: number): Cell | undefined {
  const parts = partsOf(scene, field)
  const met = new Float64Array(models)
  for (const part of parts)
    for (let i = 0; i < models; i += 1)
      for (let j = 0; j < models; j += 1) {
        const won = whole[(part * models + i) * models + j]! / 2
        met[i]! += won
        met[j]! += won
      }
  const present = [...met.keys()].filter((model) => met[model]! > 0)
  if (present.length < 2) return undefined
  const n = present.length
  const table = new Float64Array(n * n)
  const cell = { scene, field, parts, present, table }
  addUp(whole, models, cell)
  const wins = table.slice()
  const drawn = present.map(() => new Float64Array(rounds))
  const beta = fitStrengths(n, wins)
  return { ...cell, wins, beta, fitNear: strengthsFrom(n, wins, beta), drawn }
}
function addUp(from: Int32Array, models: number, { parts, present, table }: Pick<Cell, 'parts' | 'present' | 'table'>) {
  table.fill(0)
  const n = present.length
  for (const part of parts)
    for (let i = 0; i < n; i += 1) {
      const row = (part * models + present[i]!) * models
      for (let j = 0; j < n; j += 1) table[i * n + j]! += from[row + present[j]!]! / 2
    }
}
function startOf({ present, beta }: Cell, models: number): Float64Array {
  const start = new Float64Array(models)
  for (const [at, model] of present.entries()) start[model] = beta[at]!
  return start
}
function chosenOf(votes: VoteList, kept: Uint8Array, { scene, field }: Cell): Uint32Array {
  const chosen = new Uint32Array(votes.left.length)
  let size = 0
  for (let at = 0; at < kept.length; at += 1) {
    if (!kept[at]) continue
    if (scene !== ALL_SCENES && votes.scene[at] !== scene) continue
    if (field !== 0 && votes.field[at] !== field) continue
    chosen[size] = at
    size += 1
  }
  return chosen.subarray(0, size)
}
function closeCell(cell: Cell, adjusted: Float64Array): BoardPart {
  const { present, wins, beta, scene, field } = cell
  const n = present.length
  const scores = scoresOf(beta)
  const adjustedScores = scoresOf(Float64Array.from(present, (model) => adjusted[model]!))
  const spreads = spreadsOf(n, wins, beta)
  const rows = present.map((model, i) => {
    let votes = 0
    let expected = 0
    for (let j = 0; j < n; j += 1) {
      if (j === i) continue
      votes += wins[i * n + j]! + wins[j * n + i]!
      expected += chance(beta[i]!, beta[j]!)
    }
    const sorted = cell.drawn[i]!.toSorted()
    const drawn = sorted.length ? [quantile(sorted, 0.025), quantile(sorted, 0.975)] : [scores[i]!, scores[i]!]
    // A few unanimous votes would be the same in every draw: then the curvature gives the uncertainty.
    const half = votes < FEW_VOTES ? Z * spreads[i]! : 0
    const bounds = [Math.min(drawn[0]!, scores[i]! - half), Math.max(drawn[1]!, scores[i]! + half)]
    const radar = votes < MIN_RANKED_VOTES ? -1 : (100 * expected) / (n - 1)
    return {
      i,
      model,
      score: scores[i]!,
      lower: bounds[0]!,
      upper: bounds[1]!,
      adjusted: adjustedScores[i]!,
      votes,
      radar,
    }
  })
  const counted = rows.filter(({ votes }) => votes >= MIN_RANKED_VOTES)
  const sorted = rows.toSorted((a, b) => b.score - a.score || a.model - b.model)
  const total = rows.reduce((sum, { votes }) => sum + votes, 0) / 2
  return {
    scene,
    field,
    votes: total,
    standings: sorted.map(({ model, score, lower, upper, adjusted: style, votes, radar }) => ({
      model,
      score,
      lower,
      upper,
      adjusted: style,
      votes,
      rank: votes < MIN_RANKED_VOTES ? 0 : 1 + counted.filter((other) => other.lower > upper).length,
      radar,
    })),
    wins: sorted.map(({ i }) => sorted.map(({ i: j }) => wins[i * n + j]!)),
  }
}
