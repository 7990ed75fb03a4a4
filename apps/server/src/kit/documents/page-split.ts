import type { Block } from './text-blocks.ts'

export interface OriginalPage {
  page: number
  pages: number
  blocks: { text: string; level: number }[]
}
/** Characters per page of a file without pages. */
const PAGE = 6000

const squeeze = (text: string) => text.replaceAll(/[\s#*_>|`-]+/g, '').toLowerCase()
/** A slice may begin in the middle of a paragraph, or with a short heading and continue in the next paragraph. */
const near = (block: string, sought: string) => block.includes(sought) || (block.length > 3 && sought.startsWith(block))

/** One page to display: a page of the file, or about as much text as a page holds. */
export function splitPages(blocks: readonly Block[], wanted: number, find = ''): OriginalPage {
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
  const sought = squeeze(find).slice(0, 40)
  const place = sought ? placed.find((block) => near(squeeze(block.text), sought)) : undefined
  const page = place?.page ?? Math.min(Math.max(1, wanted), last)
  return {
    page,
    pages: last,
    blocks: placed.filter((block) => block.page === page).map(({ text, level }) => ({ text, level })),
  }
}
