import mammoth from 'mammoth'
import { ParseFailure } from './document-errors.ts'
import { convertedBlocks } from './html.ts'
import type { Block } from './text-blocks.ts'
import { openZip } from './zip.ts'

export async function docxBlocks(bytes: Buffer): Promise<Block[]> {
  const zip = openZip(bytes)
  if (!zip.names.includes('word/document.xml')) throw new ParseFailure('corrupt', { detail: 'docx' })
  const { value } = await mammoth
    .convertToHtml({ buffer: bytes }, {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    } as never)
    .catch((cause: Error) => {
      throw new ParseFailure('corrupt', { detail: cause.message.slice(0, 80) })
    })
  return convertedBlocks(value)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string) =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const point = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined
      if (point !== undefined) return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
      return named[name!] ?? whole
    },
  )

/** Slides in their order; the first line of each is its heading. */
export function pptxBlocks(bytes: Buffer): Block[] {
  const zip = openZip(bytes)
  const numberOf = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1])
  const slides = zip.names
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b))
  if (!slides.length) throw new ParseFailure('corrupt', { detail: 'pptx' })
  return slides.flatMap((name) => {
    const xml = zip.read(name)!.toString('utf8')
    const lines = [...xml.matchAll(/<a:p[ >].*?<\/a:p>/gs)]
      .map(([paragraph]) =>
        unescape([...paragraph.matchAll(/<a:t(?: [^>]*)?>(.*?)<\/a:t>/gs)].map(([, text]) => text).join('')).trim(),
      )
      .filter(Boolean)
    const [title, ...rest] = lines
    if (title === undefined) return []
    return [{ text: title, level: 1 }, ...(rest.length ? [{ text: rest.join('\n'), level: 0 }] : [])]
  })
}
