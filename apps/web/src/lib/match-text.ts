export interface TextMatch {
  /** Higher is better. */
  score: number
  /** Matched ranges for highlighting: start and end, in order. */
  ranges: readonly (readonly [number, number])[]
}

const baseScores = { exact: 100, start: 80, word: 60, inside: 40, letters: 10 }

/** Scores a text against the typed query; null without a match. */
export function matchText(query: string, text: string): TextMatch | null {
  const lowerQuery = query.trim().toLowerCase()
  const lowerText = text.toLowerCase()
  // Lower case may be longer than the text itself (İ): then the ranges would not fit.
  if (lowerQuery === '' || lowerText.length !== text.length) return lowerQuery === '' ? { score: 0, ranges: [] } : null
  const at = bestIndex(lowerQuery, lowerText)
  if (at >= 0) return { score: scoreOf(lowerQuery, lowerText, at), ranges: [[at, at + lowerQuery.length]] }
  return matchWords(lowerQuery, lowerText) ?? matchLetters(lowerQuery, lowerText)
}

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)

/** The first match at the start of a word, otherwise the first match anywhere. */
function bestIndex(lowerQuery: string, lowerText: string): number {
  const first = lowerText.indexOf(lowerQuery)
  for (let at = first; at >= 0; at = lowerText.indexOf(lowerQuery, at + 1)) if (isWordStart(lowerText, at)) return at
  return first
}

function scoreOf(lowerQuery: string, lowerText: string, at: number): number {
  if (lowerText === lowerQuery) return baseScores.exact
  const base = at === 0 ? baseScores.start : isWordStart(lowerText, at) ? baseScores.word : baseScores.inside
  // Of two texts with the same prefix the shorter one ranks higher.
  return base + lowerQuery.length / lowerText.length
}

/** Several words in any order, each of which must occur. */
function matchWords(lowerQuery: string, lowerText: string): TextMatch | null {
  const words = lowerQuery.split(/\s+/)
  if (words.length < 2) return null
  const ranges: [number, number][] = []
  for (const word of words) {
    const at = bestIndex(word, lowerText)
    if (at < 0) return null
    ranges.push([at, at + word.length])
  }
  return { score: baseScores.inside - 5, ranges: joined(ranges) }
}

/** The letters in order with others between them: "mns" for "Members and settings". */
function matchLetters(lowerQuery: string, lowerText: string): TextMatch | null {
  const ranges: [number, number][] = []
  let from = 0
  let starts = 0
  for (const letter of lowerQuery.replaceAll(/\s+/g, '')) {
    const at = bestIndex(letter, lowerText.slice(from)) + from
    if (at < from) return null
    if (isWordStart(lowerText, at)) starts += 1
    ranges.push([at, at + 1])
    from = at + 1
  }
  // Letters scattered over a text are a coincidence unless most of them begin its words.
  return starts * 2 >= ranges.length ? { score: baseScores.letters + starts, ranges: joined(ranges) } : null
}

function joined(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
