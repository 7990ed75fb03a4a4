import { quoteLexeme, segment } from '#kit/segment/segment.ts'

/** Words with their places and what they weigh: the name most, then the description, then the content. */
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
