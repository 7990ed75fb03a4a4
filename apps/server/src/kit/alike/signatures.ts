/** Normalises a text: texts that differ only in case, width, spaces and punctuation become equal. */
export const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const HAN = /\p{Script=Han}/u
const PIECE = /\p{Script=Han}+|[^\p{Script=Han}\s]+/gu
const WORDS = 3
const SIGNS = 4
export const HASHES = 128

/** Three consecutive words, or four consecutive characters of Chinese; the whole text when it is shorter. */
export function shingles(text: string): Set<number> {
  const found = new Set<number>()
  let words: string[] = []
  const flush = () => {
    const most = Math.max(1, words.length - WORDS + 1)
    if (words.length) for (let at = 0; at < most; at += 1) found.add(hash(words.slice(at, at + WORDS).join(' ')))
    words = []
  }
  for (const [piece] of text.matchAll(PIECE)) {
    if (!HAN.test(piece)) {
      words.push(piece)
      continue
    }
    flush()
    const most = Math.max(1, piece.length - SIGNS + 1)
    for (let at = 0; at < most; at += 1) found.add(hash(piece.slice(at, at + SIGNS)))
  }
  flush()
  return found
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** Hash factors, the same in every process and every run. */
const factors = (() => {
  let seed = 0x9e3779b9
  const next = () => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b)
    seed = Math.imul(seed ^ (seed >>> 13), 0xc2b2ae35)
    return (seed ^= seed >>> 16) >>> 0
  }
  return Array.from({ length: HASHES }, () => [next() | 1, next()] as const)
})()

/**
 * MinHash: the share of positions where two signatures agree estimates the share of shingles both texts have in common.
 */
export function signature(found: Set<number>, into: Uint32Array): void {
  into.fill(0xffffffff)
  for (const one of found)
    for (let at = 0; at < HASHES; at += 1) {
      const [factor, offset] = factors[at]!
      let value = Math.imul(one, factor) + offset
      value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0
      if (value < into[at]!) into[at] = value
    }
}
export function agreement(a: Uint32Array, b: Uint32Array): number {
  let same = 0
  for (let at = 0; at < HASHES; at += 1) if (a[at] === b[at]) same += 1
  return same / HASHES
}

/** The number of positions in a band, so that texts at least this similar almost always share one. */
export function bandSize(threshold: number): number {
  for (const size of [16, 8, 4, 2]) if ((size / HASHES) ** (1 / size) <= threshold - 0.1) return size
  return 1
}
