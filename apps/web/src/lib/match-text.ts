export interface TextMatch {
  /** Higher is better. */
  score: number
  /** Matched ranges for highlighting: start and end, in order. */
  ranges: readonly (readonly [number, number])[]
}

const whole = { exact: 100, start: 80, word: 60, inside: 40, letters: 10 }

/** Scores a text against the typed query; null without a match. */
export function matchText(query: string, text: string): TextMatch | null {
  const wanted = query.trim().toLowerCase()
  const here = text.toLowerCase()
  // Lower case may be longer than the text itself (İ): then the ranges would not fit.
  if (wanted === '' || here.length !== text.length) return wanted === '' ? { score: 0, ranges: [] } : null
  const at = bestPlace(wanted, here)
  if (at >= 0) return { score: scoreOf(wanted, here, at), ranges: [[at, at + wanted.length]] }
  return matchWords(wanted, here) ?? matchLetters(wanted, here)
}

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)

/** The first match at the start of a word, otherwise the first match anywhere. */
function bestPlace(wanted: string, here: string): number {
  const first = here.indexOf(wanted)
  for (let at = first; at >= 0; at = here.indexOf(wanted, at + 1)) if (isWordStart(here, at)) return at
  return first
}

function scoreOf(wanted: string, here: string, at: number): number {
  if (here === wanted) return whole.exact
  const base = at === 0 ? whole.start : isWordStart(here, at) ? whole.word : whole.inside
  // Of two texts with the same prefix the shorter one ranks higher.
  return base + wanted.length / here.length
}

/** Several words in any order, each of which must occur. */
function matchWords(wanted: string, here: string): TextMatch | null {
  const words = wanted.split(/\s+/)
  if (words.length < 2) return null
  const ranges: [number, number][] = []
  for (const word of words) {
    const at = bestPlace(word, here)
    if (at < 0) return null
    ranges.push([at, at + word.length])
  }
  return { score: whole.inside - 5, ranges: joined(ranges) }
}

/** The letters in order with others between them: "mns" for "Members and settings". */
function matchLetters(wanted: string, here: string): TextMatch | null {
  const ranges: [number, number][] = []
  let from = 0
  let starts = 0
  for (const letter of wanted.replaceAll(/\s+/g, '')) {
    const at = bestPlace(letter, here.slice(from)) + from
    if (at < from) return null
    if (isWordStart(here, at)) starts += 1
    ranges.push([at, at + 1])
    from = at + 1
  }
  // Letters scattered over a text are a coincidence unless most of them begin its words.
  return starts * 2 >= ranges.length ? { score: whole.letters + starts, ranges: joined(ranges) } : null
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
