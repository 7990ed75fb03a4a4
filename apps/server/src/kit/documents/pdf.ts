import { sharp } from '../sharp.ts'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { ParseFailure } from './document-errors.ts'
import type { Block } from './text-blocks.ts'

const MAX_PAGES = 2000
/** Text recognition takes seconds per page. */
const MAX_SCANS = 200
interface Outline {
  title: string
  items: Outline[]
}
type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
export interface PageChoice {
  skipPages?: readonly number[]
  /** Text recognised from pages that have none. */
  recognised?: Readonly<Record<number, string>>
}
export interface Scan {
  page: number
  png: Uint8Array
}

/** Text page by page; lines that the file's own outline names become headings. */
export async function pdfBlocks(bytes: Uint8Array, { skipPages = [], recognised }: PageChoice = {}): Promise<Block[]> {
  const pdf = await openPdf(bytes)
  const levels = headingsOf(((await pdf.getOutline().catch(() => null)) ?? []) as Outline[])
  const { text } = await extractText(pdf, { mergePages: false })
  const scanned = recognised ? [] : await scannedPages(pdf, text, skipPages)
  if (scanned.length)
    throw new ParseFailure(text.some((page) => page.trim()) ? 'scannedPages' : 'scan', {
      pages: scanned.slice(0, 20).join(', '),
    })
  const skip = new Set(skipPages)
  return text.flatMap((page, index) => {
    if (skip.has(index + 1)) return []
    return pageBlocks(page.trim() ? page : (recognised?.[index + 1] ?? ''), levels).map((block) => ({
      ...block,
      page: index + 1,
    }))
  })
}

/** Images of the pages that consist of nothing but an image, for text recognition. */
export async function pdfScans(bytes: Uint8Array, skipPages: readonly number[] = []): Promise<Scan[]> {
  const pdf = await openPdf(bytes)
  const { text } = await extractText(pdf, { mergePages: false })
  const pages = await scannedPages(pdf, text, skipPages)
  if (pages.length > MAX_SCANS) throw new ParseFailure('tooManyScans', { pages: pages.length, max: MAX_SCANS })
  const scans: Scan[] = []
  for (const page of pages) {
    const [image] = (await imagesOf(pdf, page)).sort((a, b) => b.width * b.height - a.width * a.height)
    if (!image) continue
    const { width, height, channels } = image
    const png = await sharp(Buffer.from(image.data), { raw: { width, height, channels } }).png().toBuffer()
    scans.push({ page, png: new Uint8Array(png) })
  }
  return scans
}

/** Opens a PDF; any problem with the file becomes a `ParseFailure`. */
export async function openPdf(bytes: Uint8Array, more: object = {}): Promise<Pdf> {
  const options = { isEvalSupported: false, verbosity: 0, ...more } as never
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options).catch((cause: Error) => {
    if (cause.name === 'PasswordException') throw new ParseFailure('encrypted')
    throw new ParseFailure('corrupt', { detail: cause.message.slice(0, 80) })
  })
  if (pdf.numPages > MAX_PAGES) throw new ParseFailure('tooManyPages', { pages: pdf.numPages, max: MAX_PAGES })
  return pdf
}
const imagesOf = (pdf: Pdf, page: number) => extractImages(pdf, page).catch(() => [])

/** Pages that show something but have no text. Empty pages do not count. */
async function scannedPages(pdf: Pdf, text: string[], skipPages: readonly number[]): Promise<number[]> {
  const pages: number[] = []
  for (const [index, page] of text.entries())
    if (!page.trim() && !skipPages.includes(index + 1) && (await imagesOf(pdf, index + 1)).length) pages.push(index + 1)
  return pages
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
  for (const line of page.split('\n').map((part) => part.trim())) {
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
