import { diffArrays, diffLines } from 'diff'
import { wordsOf } from '#lib/words-of.ts'

interface DiffPiece {
  text: string
  /** In a changed line: whether these words differ from the other side. */
  isMarked: boolean
}
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  pieces: DiffPiece[]
}

/** Compares two texts line by line, and marks the changed words of changed lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = []
  const parts = diffLines(withFinalBreak(before), withFinalBreak(after))
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!
    const next = parts[at + 1]
    if (part.removed && next?.added) {
      lines.push(...changed(part.value, next.value))
      at += 1
    } else lines.push(...linesOf(part.value).map((text) => plain(kindOf(part), text)))
  }
  return lines
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

/** Compares words only if both sides have the same number of lines; otherwise lines cannot be paired. */
function changed(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  if (old.length !== fresh.length)
    return [...old.map((text) => plain('removed', text)), ...fresh.map((text) => plain('added', text))]
  const pairs = old.map((text, index) => diffArrays(wordsOf(text), wordsOf(fresh[index]!)))
  const side = (wanted: 'added' | 'removed') =>
    pairs.map((words): DiffLine => ({
      kind: wanted,
      pieces: words
        .filter((word) => (wanted === 'added' ? !word.removed : !word.added))

        .map((word) => ({ text: word.value.join(''), isMarked: Boolean(word[wanted]) })),
    }))
  return [...side('removed'), ...side('added')]
}

const kindOf = (part: { added?: boolean; removed?: boolean }): DiffLine['kind'] =>
  part.added ? 'added' : part.removed ? 'removed' : 'same'
const plain = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, pieces: [{ text, isMarked: false }] })
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')
/** Adds a final line break, so that its absence is not a difference. */
const withFinalBreak = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
