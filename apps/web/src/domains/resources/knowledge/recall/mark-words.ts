export interface Part {
  text: string
  isMarked: boolean
}
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Matched words are stems, so the ending of a word is marked with it. */
const ending = String.raw`[\p{Script=Latin}]{0,4}`

/** Splits a text into parts, and marks the words that a search matched. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const wanted = words.filter((word) => word.trim())
  if (wanted.length === 0) return [{ text, isMarked: false }]
  const patterns = wanted
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (/^[\p{Script=Latin}\d]+$/u.test(word) ? String.raw`\b${escape(word)}${ending}` : escape(word)))
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'giu'))) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isMarked: false })
    parts.push({ text: match[0], isMarked: true })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMarked: false })
  return parts
}
