import { wordsOf } from '#lib/words-of.ts'

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Longer texts are not compared by words, but shown as before and after. */
const maxWords = 1_200

/** Compares two texts by words: unchanged, removed and added pieces. */
export function wordDiff(before: string, after: string): DiffPiece[] {
  const a = wordsOf(before)
  const b = wordsOf(after)
  if (a.length > maxWords || b.length > maxWords)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  const lengths = tableOf(a, b)
  const pieces: DiffPiece[] = []
  const push = (kind: DiffPiece['kind'], text: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push('same', a[i]!)
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) push('removed', a[i++]!)
    else push('added', b[j++]!)
  }
  return pieces
}

/** Length of the longest common subsequence of words, for every pair of suffixes. */
function tableOf(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}

const long = 48
const longHan = 10

/** Whether a text is long enough to be compared by words; a Chinese sentence has fewer characters. */
export const isProse = (text: string): boolean =>
  text.length > long || (text.match(/\p{Script=Han}/gu)?.length ?? 0) > longHan
