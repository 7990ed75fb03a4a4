export interface Ranked {
  id: string
  score: number
  matched?: string[]
}
export interface Fused {
  id: string
  /** 0..1. */
  score: number
  semantic?: { rank: number; score: number }
  fulltext?: { rank: number; score: number }
  matched: string[]
}
type Channel = 'semantic' | 'fulltext'
/**
 * Confidence in each channel if both have results. Meaning is better in English, words in Chinese: neither outweighs
 * the other.
 */
const CONFIDENCE = { semantic: 0.8, fulltext: 0.8 } as const
/** A result missing from a full channel counts slightly less than the last result of that channel. */
const UNLISTED_FACTOR = 0.95

/**
 * Merges two ranked lists. The relevance of both channels, 0..1, is comparable across questions; a result is irrelevant
 * only if both channels are wrong. If only one channel ran or has results, its relevance is the score. `depth` is the
 * maximum length of each list.
 */
export function fuse(channels: Partial<Record<Channel, Ranked[]>>, depth = Infinity): Fused[] {
  const names = (Object.keys(channels) as Channel[]).filter((name) => channels[name]?.length)
  const found = new Map<string, Fused>()
  for (const name of names)
    channels[name]!.forEach((hit, at) => {
      const known = found.get(hit.id) ?? { id: hit.id, score: 0, matched: [] }
      known[name] = { rank: at + 1, score: hit.score }
      if (hit.matched) known.matched = hit.matched
      found.set(hit.id, known)
    })
  const isFull = (channels.semantic?.length ?? 0) >= depth
  const unlisted = isFull ? UNLISTED_FACTOR * channels.semantic!.at(-1)!.score : 0
  for (const item of found.values())
    item.score =
      names.length === 1
        ? item[names[0]!]!.score
        : 1 -
          (1 - CONFIDENCE.semantic * (item.semantic?.score ?? unlisted)) *
            (1 - CONFIDENCE.fulltext * (item.fulltext?.score ?? 0))
  return [...found.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
