/** A text and its position, as fractions of the width and height of its page. */
export interface PlacedText {
  x: number
  y: number
  width: number
  height: number
  text: string
}
/** A run of characters in a PDF; positions from the left and from the top, in points. */
export interface Run {
  x: number
  y: number
  width: number
  size: number
  text: string
}

/** Joins runs on one line to a line, and closely spaced lines to a paragraph. */
export function paragraphsOf(runs: readonly Run[], page: { width: number; height: number }): PlacedText[] {
  const lines: Run[] = []
  for (const run of runs.filter(({ text }) => text.trim())) {
    const last = lines.at(-1)
    const gap = last ? run.x - (last.x + last.width) : 0
    // A wide gap is the space between two columns.
    if (last && Math.abs(run.y - last.y) < last.size * 0.4 && gap > -last.size && gap < last.size * 2) {
      const isApart = gap > last.size * 0.15 && !/\s$/.test(last.text) && !/^\s/.test(run.text)
      last.text += (isApart ? ' ' : '') + run.text
      last.width = run.x + run.width - last.x
      last.size = Math.max(last.size, run.size)
    } else lines.push({ ...run })
  }
  const blocks: { lines: Run[] }[] = []
  for (const line of lines) {
    const before = blocks.at(-1)?.lines.at(-1)
    const follows =
      before &&
      Math.abs(line.size - before.size) < before.size * 0.2 &&
      line.y > before.y &&
      line.y - before.y < before.size * 1.7 &&
      Math.abs(line.x - before.x) < before.size * 3
    if (follows) blocks.at(-1)!.lines.push(line)
    else blocks.push({ lines: [line] })
  }
  return blocks.map(({ lines: own }) => {
    const [left, right] = [Math.min(...own.map(({ x }) => x)), Math.max(...own.map(({ x, width }) => x + width))]
    const [top, bottom] = [own[0]!.y - own[0]!.size, own.at(-1)!.y + own.at(-1)!.size * 0.3]
    return {
      x: left / page.width,
      y: top / page.height,
      width: (right - left) / page.width,
      height: (bottom - top) / page.height,
      text: joined(own.map(({ text }) => text.trim())),
    }
  })
}

/** Joins lines to one text: hyphenated words are rejoined, and Chinese gets no spaces between lines. */
function joined(lines: string[]): string {
  return lines.reduce((text, line) => {
    if (!text) return line
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
    const isHan = /\p{Script=Han}$|[，。、；：]$/u.test(text) && /^\p{Script=Han}/u.test(line)
    return text + (isHan ? '' : ' ') + line
  }, '')
}
