import type { Slice } from './knowledge.queries.ts'
import { readInfo } from './slice-info.ts'

export interface OutlineEntry {
  key: string
  title: string
  depth: number
  /** The number of slices of this heading, including those of its subheadings. */
  count: number
  first: Slice
}

/** The headings of the slices, each once, in the order of the text. */
export function outlineOf(slices: readonly Slice[]): OutlineEntry[] {
  const entries = new Map<string, OutlineEntry>()
  for (const slice of slices) {
    const { titles } = readInfo(slice)
    titles.forEach((title, depth) => {
      const key = titles.slice(0, depth + 1).join('\n')
      const known = entries.get(key)
      if (known) known.count += 1
      else entries.set(key, { key, title, depth, count: 1, first: slice })
    })
  }
  return [...entries.values()]
}
