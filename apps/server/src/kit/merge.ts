/** A range of lines: resolved, or changed differently on both sides. */
type Stretch = { lines: string[] } | { base: string[]; theirs: string[]; yours: string[] }
export interface Merged {
  /** Contains `yours` where both sides changed the same lines. */
  text: string
  hasConflict: boolean
}
const MAX_CELLS = 4_000_000

/** Three-way merge of two texts by lines. A change on one side only is accepted. */
export function mergeTexts(base: string, theirs: string, yours: string): Merged {
  if (theirs === yours || theirs === base) return { text: yours, hasConflict: false }
  if (yours === base) return { text: theirs, hasConflict: false }
  const stretches = mergeLines(base.split('\n'), theirs.split('\n'), yours.split('\n'))
  return {
    text: stretches.flatMap((stretch) => ('lines' in stretch ? stretch.lines : stretch.yours)).join('\n'),
    hasConflict: stretches.some((stretch) => !('lines' in stretch)),
  }
}

function mergeLines(base: string[], theirs: string[], yours: string[]): Stretch[] {
  const [left, right] = [matches(base, theirs), matches(base, yours)]
  const stretches: Stretch[] = []
  let [b, t, y] = [0, 0, 0]
  const settle = (toB: number, toT: number, toY: number) => {
    const [was, their, your] = [base.slice(b, toB), theirs.slice(t, toT), yours.slice(y, toY)]
    if (same(their, your) || same(was, their)) stretches.push({ lines: your })
    else if (same(was, your)) stretches.push({ lines: their })
    else stretches.push({ base: was, theirs: their, yours: your })
    ;[b, t, y] = [toB, toT, toY]
  }
  // Lines unchanged on both sides separate the ranges to merge.
  for (const [at, line] of base.entries()) {
    const [inTheirs, inYours] = [left.get(at), right.get(at)]
    if (inTheirs === undefined || inYours === undefined) continue
    settle(at, inTheirs, inYours)
    stretches.push({ lines: [line] })
    ;[b, t, y] = [at + 1, inTheirs + 1, inYours + 1]
  }
  settle(base.length, theirs.length, yours.length)
  return stretches
}
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, at) => line === b[at])

/** Maps lines of `a` to lines of `b`: a longest common subsequence. */
function matches(a: string[], b: string[]): Map<number, number> {
  const found = new Map<number, number>()
  let [start, endA, endB] = [0, a.length, b.length]
  for (; start < Math.min(endA, endB) && a[start] === b[start]; start += 1) found.set(start, start)
  for (; endA > start && endB > start && a[endA - 1] === b[endB - 1]; endA -= 1, endB -= 1)
    found.set(endA - 1, endB - 1)
  const [rows, columns] = [endA - start, endB - start]
  // With hardly a common line, the table is not worth its memory: everything counts as changed.
  if (rows * columns > MAX_CELLS) return found
  // Lines become numbers: the table has millions of cells, and comparing strings for each would be slow.
  const known = new Map<string, number>()
  const numbered = (lines: string[], end: number) =>
    Int32Array.from(lines.slice(start, end), (line) => {
      const number = known.get(line) ?? known.size
      known.set(line, number)
      return number
    })
  const [left, right] = [numbered(a, endA), numbered(b, endB)]
  const width = columns + 1
  const lengths = new (Math.min(rows, columns) < 65_536 ? Uint16Array : Uint32Array)((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row -= 1) {
    const line = left[row]!
    let [at, next] = [row * width + columns, 0]
    for (let column = columns - 1; column >= 0; column -= 1) {
      at -= 1
      const below = lengths[at + width]!
      next = line === right[column] ? lengths[at + width + 1]! + 1 : below > next ? below : next
      lengths[at] = next
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (left[row] === right[column]) found.set(start + row++, start + column++)
    else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row += 1
    else column += 1
  }
  return found
}
