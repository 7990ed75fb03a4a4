import { seededRandom } from '../random.ts'
import { PARTS, partOf, type VoteList } from './vote-list.ts'

/** With fewer voters than this, votes are drawn individually: so few people are no sample of people. */
const FEW_VOTERS = 20

export interface Resampler {
  /** The tables of half wins of every part, from the actual votes. */
  whole(): Int32Array
  /** The same from votes drawn with replacement, grouped by voter: a frequent voter is drawn as one source. */
  draw(): Int32Array
}
/** Both methods return the same array, overwritten each time. */
export function createResampler(votes: VoteList, models: number, kept: Uint8Array, seed: string): Resampler {
  const { first, second, offsets } = sortedCells(votes, models, kept)
  const groups = offsets.length - 1
  const tables = new Int32Array(PARTS * models * models)
  const weights = new Uint16Array(groups)
  const random = seededRandom(seed)

  function add() {
    tables.fill(0)
    for (let group = 0; group < groups; group += 1) {
      const weight = weights[group]!
      if (weight > 0) addGroup(offsets[group]!, offsets[group + 1]!, weight)
    }
    return tables
  }
  function addGroup(from: number, end: number, weight: number) {
    // Both cells of a vote are packed into one number if they fit, because a draw reads all of them.
    if (second === undefined)
      for (let at = from; at < end; at += 1) {
        const both = first[at]!
        tables[both & 0xffff]! += weight
        tables[both >>> 16]! += weight
      }
    else
      for (let at = from; at < end; at += 1) {
        tables[first[at]!]! += weight
        tables[second[at]!]! += weight
      }
  }
  return {
    whole() {
      weights.fill(1)
      return add()
    },
    draw() {
      weights.fill(0)
      for (let n = 0; n < groups; n += 1) weights[Math.floor(random() * groups)]! += 1
      return add()
    },
  }
}

/** The two cells to which each vote adds half a win, sorted by voter. A clear win has the same cell twice. */
function sortedCells(votes: VoteList, models: number, kept: Uint8Array) {
  const size = votes.left.length
  let voters = 0
  for (let at = 0; at < size; at += 1) if (kept[at]) voters = Math.max(voters, votes.voter[at]! + 1)
  const counts = new Uint32Array(voters + 1)
  let total = 0
  for (let at = 0; at < size; at += 1) {
    if (!kept[at]) continue
    counts[votes.voter[at]! + 1]! += 1
    total += 1
  }
  const active = counts.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0)
  for (let voter = 0; voter < voters; voter += 1) counts[voter + 1]! += counts[voter]!
  const next = counts.slice()
  const first = new Uint32Array(total)
  const isSmall = PARTS * models * models <= 0x1_0000
  const second = isSmall ? undefined : new Uint32Array(total)
  for (let at = 0; at < size; at += 1) {
    if (!kept[at]) continue
    const place = next[votes.voter[at]!]!
    next[votes.voter[at]!]! += 1
    const base = partOf(votes.scene[at]!, votes.field[at]!) * models * models
    const left = base + votes.left[at]! * models + votes.right[at]!
    const right = base + votes.right[at]! * models + votes.left[at]!
    const result = votes.result[at]!
    const [one, other] = [result === 2 ? right : left, result === 1 ? left : right]
    if (second) {
      first[place] = one
      second[place] = other
    } else first[place] = one + other * 0x1_0000
  }
  const offsets =
    active < FEW_VOTERS
      ? Uint32Array.from({ length: total + 1 }, (_, at) => at)
      : Uint32Array.from([0, ...new Set(counts.subarray(1))].filter((one, at, all) => at === 0 || one !== all[at - 1]))
  return { first, second, offsets }
}
