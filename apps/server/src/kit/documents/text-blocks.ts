/** A piece of a document: a paragraph (level 0) or a heading. */
export interface Block {
  text: string
  level: number
  /** Page of the text, if the file has pages. */
  page?: number
}

/** Markdown to blocks: headings with their levels, everything else by paragraphs; code and tables stay whole. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fence = ''
  const flush = () => {
    const joined = lines.join('\n').trim()
    if (joined) blocks.push({ text: joined, level: 0 })
    lines = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark && (!fence || mark.startsWith(fence))) {
      fence = fence ? '' : mark
      lines.push(line)
    } else if (fence) lines.push(line)
    else if (/^#{1,6}\s+\S/.test(line)) {
      flush()
      const [hashes, ...words] = line.trim().split(/\s+/)
      blocks.push({ text: words.join(' ').replace(/\s+#+$/, ''), level: hashes!.length })
    } else if (line.trim() === '') flush()
    else lines.push(line)
  }
  flush()
  return blocks
}

export const plainBlocks = (text: string): Block[] =>
  text
    .split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/)
    .map((part) => ({ text: part.trim(), level: 0 }))
    .filter((block) => block.text)
