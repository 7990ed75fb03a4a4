export type Mark = [number, number]
const MAX_MARKS = 20

/** Positions of query words in a text; Latin words match with any ending. */
export function marksIn(text: string, words: readonly string[]): Mark[] {
  const found: Mark[] = []
  for (const word of words) {
    if (!word) continue
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const isLatin = /^[\p{Script=Latin}\d]/u.test(word)
    const pattern = new RegExp(isLatin ? `(?<![\\p{L}\\p{N}])${escaped}[\\p{L}\\p{N}]*` : escaped, 'giu')
    for (const match of text.matchAll(pattern)) {
      found.push([match.index, match.index + match[0].length])
      if (found.length >= MAX_MARKS * 4) break
    }
  }
  return merge(found).slice(0, MAX_MARKS)
}
function merge(marks: Mark[]): Mark[] {
  const sorted = marks.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])
  const whole: Mark[] = []
  for (const mark of sorted) {
    const last = whole.at(-1)
    if (last && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1])
    else whole.push([...mark])
  }
  return whole
}

const BEFORE = 40
const LENGTH = 160
/** An excerpt of a text around the first of the words, with the positions of the words in it. */
export function excerptOf(text: string, words: readonly string[]): { excerpt: string; marks: Mark[] } {
  const [first] = marksIn(text, words)
  const from = first ? wordAt(text, first[0] - BEFORE, first[0]) : 0
  const piece = text.slice(from, from + LENGTH).replaceAll(/\s+/g, ' ')
  const excerpt = `${from > 0 ? '…' : ''}${piece.trim()}${from + LENGTH < text.length ? '…' : ''}`
  return { excerpt, marks: marksIn(excerpt, words) }
}
/** The start of the next word, unless the script does not separate words. */
function wordAt(text: string, from: number, until: number): number {
  if (from <= 0) return 0
  const cut = /^[\p{Script=Latin}\d]+[^\p{Script=Latin}\d]+/u.exec(text.slice(from, until))
  return cut && /[\p{Script=Latin}\d]/u.test(text[from - 1]!) ? from + cut[0].length : from
}
