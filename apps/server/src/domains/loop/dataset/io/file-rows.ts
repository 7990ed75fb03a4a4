import type { Documents } from '#kit/documents/documents.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { errors } from '#kit/errors.ts'
import { MAX_COLUMNS, readCsv } from './csv-reader.ts'
import { unguarded } from '#kit/formula-guard.ts'
import { badFile } from './io.errors.ts'
import { readZip } from '#kit/documents/zip.ts'
import { inspectText, textLines, textPieces } from './text-pieces.ts'

/** A row of a file: its line number, and its cells by column name. */
export interface FileRow {
  line: number
  cells: Map<string, string>
  /** Turns that a line of JSON contains. */
  turns?: Map<string, string>[]
  /** Set if the line cannot be parsed. */
  fault?: { en: string; zh: string; text: string }
}
export interface TablePart {
  /** The path inside an archive; otherwise the name of the file. */
  name: string
  bytes: number
  /** An estimate before the rows are read. */
  lines: number
  rows(): AsyncGenerator<FileRow>
}
interface FileDeps {
  uploads: Pick<UploadService, 'find' | 'read'>
  documents: Pick<Documents, 'tables'>
}
const plain: Record<string, 'csv' | 'jsonl' | undefined> = { csv: 'csv', tsv: 'csv', txt: 'csv', jsonl: 'jsonl' }
const packed = new Set(['xlsx', 'parquet', 'zip'])
export const TURNS = '$turns'

/** Opens a file that this person uploaded. */
export async function openFile(key: string, userId: string, { uploads, documents }: FileDeps) {
  const file = await uploads.find(key, userId)
  const blob = file && (await uploads.read(key))
  if (!file || !blob) throw errors.notFound({ what: 'file' })
  const form = plain[file.extension]
  const name = file.name || `file.${file.extension}`
  if (form) return { name, bytes: blob.size, parts: [await textPart(name, form, () => blob.stream(), blob.size)] }
  if (!packed.has(file.extension))
    throw badFile('use csv, jsonl, xlsx, parquet or zip', '请使用 csv、jsonl、xlsx、parquet 或 zip 文件')
  const bytes = await blob.bytes()
  const tables = await documents.tables(bytes, file.extension)
  const parts = tables.map((table) =>
    textPart(
      table.name || name,
      table.form,
      async function* () {
        yield table.bytes
      },
      table.bytes.byteLength,
    ),
  )
  // `documents.tables` has already checked that the archive is harmless.
  const readArchive =
    file.extension === 'zip'
      ? { readArchive: readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
      : {}
  return { name, bytes: blob.size, parts: await Promise.all(parts), ...readArchive }
}

async function textPart(
  name: string,
  form: 'csv' | 'jsonl' | 'rows',
  open: () => AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<TablePart> {
  const { encoding, lines } = await inspectText(open)
  const pieces = () => inShortPieces(textPieces(open, encoding))
  const rows = () =>
    form === 'jsonl'
      ? jsonRows(pieces())
      : withNames(form === 'csv' ? unguardedRows(readCsv(pieces())) : arrayRows(pieces()), name)
  return { name, bytes, lines: form === 'jsonl' ? lines : Math.max(0, lines - 1), rows }
}

/** Splits long pieces and yields to the event loop between them. */
async function* inShortPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const most = 128 * 1024
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += most) {
      yield piece.slice(at, at + most)
      if (piece.length > most) await new Promise((resolve) => setImmediate(resolve))
    }
}
async function* unguardedRows(rows: AsyncIterable<string[]>) {
  for await (const row of rows) yield row.map(unguarded)
}
async function* arrayRows(pieces: AsyncIterable<string>) {
  for await (const { text } of textLines(pieces)) yield JSON.parse(text) as string[]
}

/** Reads rows below a header of names. Rows are numbered as in a spreadsheet. */
async function* withNames(rows: AsyncIterable<string[]>, file: string): AsyncGenerator<FileRow> {
  let names: string[] | undefined
  let line = 0
  for await (const row of rows) {
    line += 1
    if (!names) {
      names = columnNames(row)
      const double = duplicateName(names)
      if (double !== undefined)
        throw badFile(`${file}: two columns are named ${double}`, `${file}：有两列都名为 ${double}`)
      continue
    }
    const cells = new Map<string, string>()
    for (const [at, text] of row.entries()) if (text !== '') cells.set(names[at] ?? `column_${at + 1}`, text)
    yield { line, cells }
  }
}
/** A column without a name is named by its position. */
const columnNames = (row: string[]): string[] => row.map((cell, at) => cell.trim() || `column_${at + 1}`)
const duplicateName = (names: string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const cellsOf = (value: Record<string, unknown>): Map<string, string> =>
  new Map(
    Object.entries(value).flatMap(([name, one]): [string, string][] =>
      one === null || one === '' || name === TURNS ? [] : [[name, typeof one === 'string' ? one : JSON.stringify(one)]],
    ),
  )

async function* jsonRows(pieces: AsyncIterable<string>): AsyncGenerator<FileRow> {
  for await (const { line, text } of textLines(pieces)) {
    const row = jsonRow(line, text)
    if (row.cells.size > MAX_COLUMNS)
      throw badFile(`line ${line} has more than ${MAX_COLUMNS} fields`, `第 ${line} 行超过 ${MAX_COLUMNS} 个字段`)
    yield row
  }
}
function jsonRow(line: number, text: string): FileRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (!isObject(value)) {
    const fault = { en: 'is not a JSON object', zh: '不是 JSON 对象', text: text.slice(0, 1000) }
    return { line, cells: new Map(), fault }
  }
  const turns = Array.isArray(value[TURNS]) ? value[TURNS].filter(isObject).map(cellsOf) : undefined
  return { line, cells: cellsOf(value), ...(turns && { turns }) }
}
