import XLSX from '@e965/xlsx'
import { ParseFailure } from './document-errors.ts'
import { readParquet } from './parquet.ts'
import { checkWidth } from './table.ts'
import { openZip } from './zip.ts'

/** A table read from a file. `rows`: one JSON array of texts per line, the column names first. */
export interface TableFile {
  name: string
  form: 'csv' | 'jsonl' | 'rows'
  bytes: Uint8Array
}
const forms: Record<string, 'csv' | 'jsonl' | 'xlsx' | 'parquet' | undefined> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  jsonl: 'jsonl',
  xlsx: 'xlsx',
  parquet: 'parquet',
}
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 500
const extensionOf = (name: string) => name.toLowerCase().split('.').at(-1)!

const parquetFile = async (name: string, bytes: Buffer): Promise<TableFile> => ({
  name,
  form: 'jsonl',
  bytes: await readParquet(bytes),
})

/** The tables of a spreadsheet, a Parquet file or an archive. Other files in an archive are ignored. */
export async function tableFiles(bytes: Buffer, extension: string): Promise<TableFile[]> {
  if (extension === 'xlsx') return [sheetFile('', bytes)]
  if (extension === 'parquet') return [await parquetFile('', bytes)]
  const zip = openZip(bytes)
  const files: TableFile[] = []
  for (const name of zip.names) {
    // Skip folders and the metadata files of macOS.
    if (name.endsWith('/') || /(^|\/)(__MACOSX|\.)/.test(name)) continue
    const form = forms[extensionOf(name)]
    const content = form && zip.read(name)
    if (!form || !content) continue
    if (form === 'xlsx') files.push(sheetFile(name, content))
    else if (form === 'parquet') files.push(await parquetFile(name, content))
    else files.push({ name, form, bytes: new Uint8Array(content) })
  }
  if (!files.length) throw new ParseFailure('notATable')
  return files
}

function sheetFile(name: string, bytes: Buffer): TableFile {
  openZip(bytes)
  let rows: unknown[][] = []
  try {
    const book = XLSX.read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellDates: true })
    const first = book.SheetNames.find((one) => book.Sheets[one]?.['!ref'])
    if (first !== undefined) {
      checkWidth(book.Sheets[first]!, MAX_COLUMNS)
      rows = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[first]!, {
        header: 1,
        raw: true,
        defval: '',
        blankrows: false,
      })
    }
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause
    const message = (cause as Error).message
    throw /password|encrypt/i.test(message)
      ? new ParseFailure('encrypted')
      : new ParseFailure('corrupt', { detail: message.slice(0, 80) })
  }
  if (!rows.length) throw new ParseFailure('notATable')
  if (rows.length > MAX_ROWS) throw new ParseFailure('tooLong', { max: MAX_ROWS })
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns > MAX_COLUMNS) throw new ParseFailure('tooWide', { columns, max: MAX_COLUMNS })
  const lines = rows.map((row) => JSON.stringify(row.map(textOf)))
  return { name, form: 'rows', bytes: new TextEncoder().encode(lines.join('\n')) }
}
const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value)

/** Writes rows in the form of `tableFiles` as a spreadsheet. Every cell is text: no formula runs when it is opened. */
export function writeSheet(bytes: Buffer, name: string): Uint8Array {
  const rows = bytes
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as string[]).map(asWritten))
  const sheet = XLSX.utils.aoa_to_sheet(rows, { dense: true })
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, name)
  // A shared string table is read back unchanged; inline strings would be unescaped twice.
  const written = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }) as Buffer
  return new Uint8Array(written)
}
/** Escapes texts that look like an escape sequence of the format, and characters that XML cannot contain. */
const asWritten = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[\r\uFFFE\uFFFF]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
