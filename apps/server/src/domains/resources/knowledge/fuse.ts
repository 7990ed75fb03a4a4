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
const K = 60
/** Below this a channel only guesses, and its guess may not lift anything. */
const FLOOR = { semantic: 0.2, fulltext: 0.12 } as const
type Channel = keyof typeof FLOOR

/**
 * One list of two. The reciprocal ranks of both are summed and divided by what the best of all would get; half of the score is that,
 * half the relevance that the better channel gives, since the first of a bad lot is still bad. Where only one channel ran, its own
 * relevance is the score.
 */
export function fuse(channels: Partial<Record<Channel, Ranked[]>>): Fused[] {
  const names = (Object.keys(channels) as Channel[]).filter((name) => channels[name])
  // A channel with nothing to say (Chinese for an English model) does not halve what the other found.
  const speaking = names.filter((name) => channels[name]!.some((hit) => hit.score >= FLOOR[name]))
  const found = new Map<string, Fused>()
  for (const name of names)
    channels[name]!.forEach((hit, at) => {
      if (names.length > 1 && hit.score < FLOOR[name]) return
      const known = found.get(hit.id) ?? { id: hit.id, score: 0, matched: [] }
      known[name] = { rank: at + 1, score: hit.score }
      if (hit.matched) known.matched = hit.matched
      found.set(hit.id, known)
    })
  const most = (speaking.length || 1) / (K + 1)
  for (const item of found.values()) {
    const ranks = [item.semantic, item.fulltext].filter((channel) => channel !== undefined)
    const relevance = Math.max(...ranks.map((channel) => channel.score))
    const rank = ranks.reduce((sum, channel) => sum + 1 / (K + channel.rank), 0) / most
    item.score = names.length > 1 && speaking.length > 1 ? Math.min(1, (rank + relevance) / 2) : relevance
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
