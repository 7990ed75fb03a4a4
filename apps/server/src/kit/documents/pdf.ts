import { extractText, getDocumentProxy } from 'unpdf'
import { ParseFailure } from './document-errors.ts'
import type { Block } from './text-blocks.ts'

const MAX_PAGES = 2000
interface Outline {
  title: string
  items: Outline[]
}

/** Text page by page; lines that the file's own outline names become headings. */
export async function pdfBlocks(bytes: Uint8Array, skipPages: readonly number[] = []): Promise<Block[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 } as never).catch(
    (cause: Error) => {
      if (cause.name === 'PasswordException') throw new ParseFailure('encrypted')
      throw new ParseFailure('corrupt', { detail: cause.message.slice(0, 80) })
    },
  )
  if (pdf.numPages > MAX_PAGES) throw new ParseFailure('tooManyPages', { pages: pdf.numPages, max: MAX_PAGES })
  const levels = headingsOf(((await pdf.getOutline().catch(() => null)) ?? []) as Outline[])
  const { text } = await extractText(pdf, { mergePages: false })
  const skip = new Set(skipPages)
  return text.flatMap((page, index) => (skip.has(index + 1) ? [] : pageBlocks(page, levels)))
}

function headingsOf(items: Outline[], level = 1, found = new Map<string, number>()): Map<string, number> {
  for (const item of items) {
    found.set(keyOf(item.title), Math.min(level, 6))
    if (level < 6) headingsOf(item.items ?? [], level + 1, found)
  }
  return found
}
const keyOf = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()

function pageBlocks(page: string, levels: Map<string, number>): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const flush = () => {
    if (lines.length) blocks.push({ text: lines.join('\n'), level: 0 })
    lines = []
  }
  for (const line of page.split('\n').map((one) => one.trim())) {
    const level = levels.get(keyOf(line))
    if (level) {
      flush()
      blocks.push({ text: line, level })
    } else if (line) lines.push(line)
    else flush()
  }
  flush()
  return blocks
}
