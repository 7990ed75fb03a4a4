const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Number of visible characters: an emoji of several code points counts once. */
export function visibleLength(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

export function cutVisible(text: string, limit: number): string {
  let result = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    if (count === limit) break
    result += segment
    count += 1
  }
  return result
}
