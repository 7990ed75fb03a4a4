import { decodeText } from './decode-text.ts'
import { ParseFailure } from './document-errors.ts'
import { docBlocks, pptBlocks } from './legacy-office.ts'
import { type PageChoice, pdfBlocks } from './pdf.ts'
import { readSheets } from './table.ts'
import { type Block, markdownBlocks, plainBlocks } from './text-blocks.ts'

export async function parseBlocks(bytes: Buffer, extension: string, pages: PageChoice = {}): Promise<Block[]> {
  if (!bytes.length) throw new ParseFailure('empty')
  const blocks = (await read(bytes, extension, pages)).filter((block) => block.text.trim())
  if (!blocks.length) throw new ParseFailure('empty')
  return blocks
}

/** The readers of web pages and Word files take a quarter of a second to load, so they are imported on demand. */
const pageReader = () => import('./html.ts')
const officeReader = () => import('./office.ts')

async function read(bytes: Buffer, extension: string, pages: PageChoice): Promise<Block[]> {
  switch (extension) {
    case 'md':
    case 'markdown':
      return markdownBlocks(textOf(bytes))
    case 'txt':
    case 'log':
      return plainBlocks(textOf(bytes))
    case 'html':
    case 'htm':
      return (await pageReader()).htmlBlocks(textOf(bytes))
    case 'docx':
      return (await officeReader()).docxBlocks(bytes)
    case 'pptx':
      return (await officeReader()).pptxBlocks(bytes)
    case 'pdf':
      return pdfBlocks(bytes, pages)
    case 'json':
      return plainBlocks(jsonText(textOf(bytes)))
    case 'csv':
    case 'tsv':
    case 'xlsx':
    case 'xls':
      return readSheets(bytes, extension).flatMap(({ name, rows }) => [{ text: name, level: 1 }, ...rowBlocks(rows)])
    case 'doc':
      return docBlocks(bytes)
    case 'ppt':
      return pptBlocks(bytes)
    default:
      throw new ParseFailure('unknownType', { type: extension || '?' })
  }
}

/** A program or an archive renamed to .txt is detected by bytes that no text contains. */
function textOf(bytes: Buffer): string {
  const magic = bytes.toString('latin1', 0, 4)
  // oxlint-disable-next-line no-control-regex -- the first bytes of files are control characters
  if (/^(PK\u0003\u0004|%PDF|\u007fELF|MZ|\x89PNG|GIF8|\xff\xd8\xff)/.test(magic))
    throw new ParseFailure('corrupt', { detail: 'not text' })
  return decodeText(bytes)
}

function jsonText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (cause) {
    throw new ParseFailure('corrupt', { detail: (cause as Error).message.slice(0, 80) })
  }
}

/** Rows of a table as text, each with the column names, so that every slice explains its own figures. */
function rowBlocks([header, ...rows]: string[][]): Block[] {
  return rows.map((row) => ({
    text: row
      .map((cell, at) => (cell ? `${header?.[at] || at + 1}: ${cell}` : ''))
      .filter(Boolean)
      .join('; '),
    level: 0,
  }))
}
