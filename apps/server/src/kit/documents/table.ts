import XLSX from '@e965/xlsx'
import Papa from 'papaparse'
import { decodeText } from './decode-text.ts'
import { ParseFailure } from './document-errors.ts'
import { isZip, openZip } from './zip.ts'

export interface Sheet {
  name: string
  rows: string[][]
}
const TABLE_LIMITS = { columns: 100, rows: 100_000, cell: 20_000 } as const

export function readSheets(bytes: Buffer, extension: string): Sheet[] {
  const sheets = bounded(parse(bytes, extension))
  if (!sheets.some((sheet) => sheet.rows.length)) throw new ParseFailure('notATable')
  return sheets
}

function parse(bytes: Buffer, extension: string): Sheet[] {
  if (extension === 'json') return [{ name: 'Sheet1', rows: jsonRows(decodeText(bytes)) }]
  if (extension === 'csv' || extension === 'tsv')
    return [{ name: 'Sheet1', rows: csvRows(decodeText(bytes), extension) }]
  if (extension !== 'xlsx' && extension !== 'xls') throw new ParseFailure('notATable')
  if (extension === 'xlsx' || isZip(bytes)) openZip(bytes)
  try {
    const book = XLSX.read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: TABLE_LIMITS.rows + 2,
    })
    for (const sheet of Object.values(book.Sheets)) checkWidth(sheet, TABLE_LIMITS.columns)
    return book.SheetNames.map((name) => ({
      name,
      rows: XLSX.utils
        .sheet_to_json<unknown[]>(book.Sheets[name]!, {
          header: 1,
          raw: false,
          defval: '',
          blankrows: false,
          dateNF: 'yyyy-mm-dd hh:mm:ss',
        })
        .map((row) => row.map((cell) => String(cell ?? ''))),
    }))
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause
    const message = (cause as Error).message
    throw /password|encrypt/i.test(message)
      ? new ParseFailure('encrypted')
      : new ParseFailure('corrupt', { detail: message.slice(0, 80) })
  }
}

/** One cell far to the right makes every row as long, so the width is checked before any row is read. */
export function checkWidth(sheet: XLSX.WorkSheet, max: number): void {
  const { s, e } = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1')
  const columns = e.c - s.c + 1
  if (columns > max) throw new ParseFailure('tooWide', { columns, max })
}

function csvRows(text: string, extension: string): string[][] {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const width = first.split(/[,;\t]/).length
  if (width > TABLE_LIMITS.columns * 4) throw new ParseFailure('tooWide', { columns: width, max: TABLE_LIMITS.columns })
  const { data } = Papa.parse<string[]>(text, {
    delimiter: extension === 'tsv' ? '\t' : '',
    skipEmptyLines: 'greedy',
    preview: TABLE_LIMITS.rows + 2,
  })
  return data
}

function jsonRows(text: string): string[][] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ParseFailure('corrupt', { detail: (cause as Error).message.slice(0, 80) })
  }
  const list = Array.isArray(value) ? value : [value]
  const objects = list.filter(
    (item): item is Record<string, unknown> => typeof item === 'object' && item !== null && !Array.isArray(item),
  )
  if (!objects.length || objects.length !== list.length) throw new ParseFailure('notATable')
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const cell = (item: unknown) =>
    item === undefined || item === null ? '' : typeof item === 'object' ? JSON.stringify(item) : String(item)
  return [
    columns,
    ...objects.map((object) => columns.map((column) => cell(Object.hasOwn(object, column) ? object[column] : ''))),
  ]
}

function bounded(sheets: Sheet[]): Sheet[] {
  for (const { rows } of sheets) {
    if (rows.length > TABLE_LIMITS.rows + 1) throw new ParseFailure('tooLong', { max: TABLE_LIMITS.rows })
    let width = 0
    for (const row of rows) width = Math.max(width, row.length)
    if (width > TABLE_LIMITS.columns) throw new ParseFailure('tooWide', { columns: width, max: TABLE_LIMITS.columns })
    for (const row of rows)
      for (let at = 0; at < row.length; at += 1)
        row[at] = row[at]!.replaceAll('\u0000', '').slice(0, TABLE_LIMITS.cell).trim()
  }
  return sheets
}
