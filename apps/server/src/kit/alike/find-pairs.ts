import { embedText, OFFLINE_SIZE } from '../vectors/offline-embedding.ts'
import { agreement, bandSize, HASHES, normal, shingles, signature } from './signatures.ts'

/** Texts in order. Each text from index `newFrom` on is compared with all texts before it. */
export interface PairQuestion {
  texts: string[]
  newFrom: number
  /** 0 to 1. */
  threshold: number
  byMeaning: boolean
}
export interface FoundPair {
  at: number
  suspects: { at: number; score: number }[]
}
const MAX_SUSPECTS = 5
/** Texts kept per bucket for comparison: in a thousand similar texts, the first ones are enough to find them. */
const MAX_PER_BUCKET = 50
const PLANES = 12
const TABLES = 16
/** Up to this number of comparisons, every text is compared with every other one. */
const MAX_EXHAUSTIVE = 4_000_000

/** Finds pairs in three stages: equal, similar in words, similar in meaning. The highest score counts. */
export function findPairs({ texts, newFrom, threshold, byMeaning }: PairQuestion): FoundPair[] {
  const scores = new Map<number, Map<number, number>>()
  const note = (late: number, early: number, score: number) => {
    if (score < threshold) return
    const known = scores.get(late) ?? new Map<number, number>()
    known.set(early, Math.max(score, known.get(early) ?? 0))
    scores.set(late, known)
  }
  const { distinct, firsts } = equalTexts(texts, newFrom, note)
  nearTexts(distinct, firsts, newFrom, threshold, note)
  if (byMeaning) nearMeanings(distinct, firsts, newFrom, note)
  return [...scores]
    .toSorted(([a], [b]) => a - b)
    .map(([at, known]) => ({
      at,
      suspects: [...known]
        .map(([early, score]) => ({ at: early, score }))
        .toSorted((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, MAX_SUSPECTS),
    }))
}
type Note = (late: number, early: number, score: number) => void

/** Only the first of several equal texts enters the further stages. Empty texts match nothing. */
function equalTexts(texts: string[], newFrom: number, note: Note) {
  const first = new Map<string, number>()
  const [distinct, firsts]: [string[], number[]] = [[], []]
  for (const [at, text] of texts.entries()) {
    const plain = normal(text)
    if (!plain) continue
    const known = first.get(plain)
    if (known === undefined) {
      first.set(plain, at)
      distinct.push(plain)
      firsts.push(at)
    } else if (at >= newFrom) note(at, known, 1)
  }
  return { distinct, firsts }
}

function nearTexts(distinct: string[], firsts: number[], newFrom: number, threshold: number, note: Note) {
  const signed = new Uint32Array(distinct.length * HASHES)
  const at = (n: number) => signed.subarray(n * HASHES, (n + 1) * HASHES)
  for (const [n, text] of distinct.entries()) signature(shingles(text), at(n))
  const size = bandSize(threshold)
  for (let from = 0; from < HASHES; from += size) {
    const bucketOf = (n: number) =>
      at(n)
        .subarray(from, from + size)
        .join()
    byBuckets(bucketOf, firsts, newFrom, (late, early) =>
      note(firsts[late]!, firsts[early]!, agreement(at(late), at(early))),
    )
  }
}

/** Compares each new text with the earlier texts in the same bucket. */
function byBuckets(
  bucketOf: (n: number) => string | number | undefined,
  firsts: number[],
  newFrom: number,
  compare: (late: number, early: number) => void,
) {
  const buckets = new Map<string | number, number[]>()
  for (let n = 0; n < firsts.length; n += 1) {
    const name = bucketOf(n)
    if (name === undefined) continue
    const bucket = buckets.get(name)
    if (!bucket) buckets.set(name, [n])
    else {
      if (firsts[n]! >= newFrom) for (const early of bucket) compare(n, early)
      if (bucket.length < MAX_PER_BUCKET) bucket.push(n)
    }
  }
}

function nearMeanings(distinct: string[], firsts: number[], newFrom: number, note: Note) {
  const vectors = distinct.map(embedText)
  const compare = (late: number, early: number) =>
    note(firsts[late]!, firsts[early]!, cosine(vectors[late]!, vectors[early]!))
  const news = firsts.filter((first) => first >= newFrom).length
  if (news * distinct.length <= MAX_EXHAUSTIVE) {
    for (let late = 0; late < distinct.length; late += 1) {
      if (firsts[late]! < newFrom || !vectors[late]) continue
      for (let early = 0; early < late; early += 1) if (vectors[early]) compare(late, early)
    }
    return
  }
  for (const planes of tables()) {
    const bucketOf = (n: number) => vectors[n] && sideOf(vectors[n], planes)
    byBuckets(bucketOf, firsts, newFrom, compare)
  }
}

/** The vectors have unit length, so their dot product is the cosine. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < OFFLINE_SIZE; at += 1) sum += a[at]! * b[at]!
  return sum
}
function sideOf(vector: Float32Array, planes: Float32Array[]): number {
  let bits = 0
  for (const plane of planes) bits = bits * 2 + (cosine(vector, plane) > 0 ? 1 : 0)
  return bits
}
/** Random planes through the origin, the same in every run: vectors on the same side of all planes are similar. */
function* tables(): Generator<Float32Array[]> {
  let seed = 42
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 0x1_0000_0000 - 0.5
  }
  for (let table = 0; table < TABLES; table += 1)
    yield Array.from({ length: PLANES }, () => Float32Array.from({ length: OFFLINE_SIZE }, next))
}
