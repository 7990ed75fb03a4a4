import { quoteLexeme, segment } from '#kit/segment/segment.ts'

/** A tsvector text of words with positions and weights: the name weighs most, then description, then content. */
export function weighedWords(parts: readonly [string, 'A' | 'B' | 'D'][]): string {
  const places = new Map<string, string[]>()
  let at = 0
  for (const [text, weight] of parts)
    for (const token of segment(text)) {
      at = Math.min(at + 1, 16_383)
      const known = places.get(token) ?? []
      if (known.length < 50) known.push(`${at}${weight}`)
      places.set(token, known)
    }
  return [...places].map(([token, list]) => `${quoteLexeme(token)}:${list.join(',')}`).join(' ')
}
