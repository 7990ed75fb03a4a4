import type { Block } from './text-blocks.ts'

export interface OriginalPage {
  page: number
  pages: number
  blocks: { text: string; level: number }[]
}
/** Characters of a page of a file that has none of its own. */
const PAGE = 6000

/** One page to look at: the file's own, or about as much as a page holds. */
export function splitPages(blocks: readonly Block[], wanted: number): OriginalPage {
  let length = 0
  let last = 1
  const placed = blocks.map((block) => {
    if (block.page) last = block.page
    else {
      if (length > PAGE) {
        last += 1
        length = 0
      }
      length += block.text.length
    }
    return { ...block, page: last }
  })
  const page = Math.min(Math.max(1, wanted), last)
  return {
    page,
    pages: last,
    blocks: placed.filter((block) => block.page === page).map(({ text, level }) => ({ text, level })),
  }
}
