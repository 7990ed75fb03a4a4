import type { SimilarityMetric } from '@orrery/contract/shared/evaluation-enums'

/** Words of languages with spaces; single characters of other languages. */
const tokensOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []

function counted(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}
function overlap(a: readonly string[], b: readonly string[]): number {
  const left = counted(a)
  let shared = 0
  for (const [token, count] of counted(b)) shared += Math.min(count, left.get(token) ?? 0)
  return shared
}
const balance = (shared: number, a: number, b: number) => (a && b ? (2 * shared) / (a + b) : Number(a === b))
/** Both texts are cut to this many tokens to limit the work. */
const MOST = 4000

export const tokenF1 = (a: string, b: string): number => {
  const [left, right] = [tokensOf(a), tokensOf(b)]
  return balance(overlap(left, right), left.length, right.length)
}
function editDistance(a: string, b: string): number {
  const [left, right] = [[...a].slice(0, MOST), [...b].slice(0, MOST)]
  if (!left.length && !right.length) return 1
  let row = right.map((_, at) => at + 1)
  for (const [i, sign] of left.entries()) {
    const next: number[] = []
    for (const [j, other] of right.entries()) {
      const above = j ? row[j - 1]! : i
      const before = j ? next[j - 1]! : i + 1
      next.push(Math.min(row[j]! + 1, before + 1, above + Number(sign !== other)))
    }
    row = next
  }
  const distance = right.length ? row.at(-1)! : left.length
  return 1 - distance / Math.max(left.length, right.length)
}
function rougeL(a: string, b: string): number {
  const [left, right] = [tokensOf(a).slice(0, MOST), tokensOf(b).slice(0, MOST)]
  let row = Array.from({ length: right.length + 1 }, () => 0)
  for (const token of left) {
    const next = [0]
    for (const [j, other] of right.entries()) next.push(token === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!))
    row = next
  }
  return balance(row.at(-1)!, left.length, right.length)
}
const grams = (tokens: readonly string[], n: number) =>
  tokens.slice(0, Math.max(0, tokens.length - n + 1)).map((_, at) => tokens.slice(at, at + n).join('\u0001'))
/** BLEU-4 of one sentence, with one added to the counts of n-grams longer than one word (Lin and Och 2004). */
function bleu(candidate: string, reference: string): number {
  const [mine, other] = [tokensOf(candidate), tokensOf(reference)]
  if (!mine.length || !other.length) return Number(mine.length === other.length)
  let sum = 0
  for (const n of [1, 2, 3, 4]) {
    const [a, b] = [grams(mine, n), grams(other, n)]
    const add = Number(n > 1)
    const share = (overlap(a, b) + add) / (a.length + add)
    if (!share) return 0
    sum += Math.log(share) / 4
  }
  const brevity = mine.length >= other.length ? 1 : Math.exp(1 - other.length / mine.length)
  return brevity * Math.exp(sum)
}
function trigrams(a: string, b: string): number {
  const of = (text: string) => grams([...text.toLowerCase().replaceAll(/\s+/g, ' ').trim()], 3)
  const [left, right] = [of(a), of(b)]
  return left.length || right.length ? balance(overlap(left, right), left.length, right.length) : Number(a === b)
}
const metrics: Record<SimilarityMetric, (output: string, reference: string) => number> = {
  exact: (a, b) => Number(a.trim() === b.trim()),
  edit_distance: editDistance,
  token_f1: tokenF1,
  rouge_l: rougeL,
  bleu,
  trigrams,
}
/** Similarity from 0 (nothing in common) to 1. */
export const similarity = (metric: SimilarityMetric, output: string, reference: string): number =>
  metrics[metric](output, reference)
