import { ColumnType, type TableColumn } from '@orrery/contract'
import type { Sheet } from '#kit/documents/table.ts'
import { documentErrors } from '#kit/documents/document-errors.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { SheetChoice } from './knowledge.table.ts'

export interface PickedTable {
  header: string[]
  rows: string[][]
}
export interface RowError {
  row: number
  column: string
  problem: string
}
const DEFAULT: SheetChoice = { sheet_id: 0, header_line_idx: 0, start_line_idx: 1 }
const isWhole = (text: string) => /^[+-]?\d{1,18}$/.test(text)
const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
const isDate = (text: string) =>
  /^\d{4}[-/年.]\d{1,2}[-/月.]\d{1,2}/.test(text) &&
  !Number.isNaN(Date.parse(text.replaceAll(/[年月.]/g, '-').replace('日', '')))
const isBool = (text: string) => /^(true|false|yes|no|是|否)$/i.test(text)

export function pickTable(sheets: Sheet[], choice: SheetChoice = DEFAULT): PickedTable {
  const sheet = sheets[choice.sheet_id]
  if (!sheet) throw documentErrors.noSheet({ sheet: choice.sheet_id })
  const header = sheet.rows[choice.header_line_idx]
  if (!header?.some(Boolean)) throw documentErrors.notATable()
  const start = Math.max(choice.start_line_idx, choice.header_line_idx + 1)
  return { header: unique(header), rows: sheet.rows.slice(start).filter((row) => row.some(Boolean)) }
}

/** Names columns without a name by their position, and makes all names unique. */
function unique(header: string[]): string[] {
  const seen = new Set<string>()
  return header.map((text, at) => {
    const base = text.trim().slice(0, 200) || `Column ${at + 1}`
    let name = base
    for (let n = 2; seen.has(name); n += 1) name = `${base} ${n}`
    seen.add(name)
    return name
  })
}

export function guessColumns({ header, rows }: PickedTable): TableColumn[] {
  return header.map((name, at) => {
    const cells = rows.slice(0, 500).map((row) => row[at] ?? '')
    const filled = cells.filter(Boolean)
    const all = (test: (text: string) => boolean) => filled.length > 0 && filled.every(test)
    const type = all(isWhole)
      ? ColumnType.number
      : all(isNumber)
        ? ColumnType.float
        : all(isDate)
          ? ColumnType.date
          : all(isBool)
            ? ColumnType.boolean
            : ColumnType.text
    return {
      id: String(at + 1),
      column_name: name,
      is_semantic: at === 0,
      sequence: String(at),
      column_type: type,
      contains_empty_value: filled.length < cells.length,
      desc: '',
    }
  })
}

/** Validates columns for storing: unique names, at least one searched column. Assigns missing ids. */
export function checkColumns(columns: TableColumn[]): TableColumn[] {
  const names = new Set<string>()
  for (const { column_name: name } of columns) {
    if (names.has(name)) throw knowledgeErrors.duplicateColumn({ name })
    names.add(name)
  }
  if (columns.length && !columns.some((column) => column.is_semantic)) throw knowledgeErrors.noSemanticColumn()
  let next = Math.max(0, ...columns.map((column) => Number(column.id) || 0))
  return columns.map((column, at) => ({ ...column, id: column.id || String((next += 1)), sequence: String(at) }))
}

function problemOf(cell: string, column: TableColumn): string {
  if (!cell) return ''
  if (column.column_type === ColumnType.number && !isWhole(cell)) return `“${cell.slice(0, 40)}” is not a whole number`
  if (column.column_type === ColumnType.float && !isNumber(cell)) return `“${cell.slice(0, 40)}” is not a number`
  if (column.column_type === ColumnType.date && !isDate(cell)) return `“${cell.slice(0, 40)}” is not a date`
  if (column.column_type === ColumnType.boolean && !isBool(cell)) return `“${cell.slice(0, 40)}” is not true or false`
  return ''
}

/** Problems of a table: missing columns by name, and cells by row (counted from 1 below the header). */
export function validateTable(
  table: PickedTable,
  columns: TableColumn[],
): { missing: Record<string, string>; rowErrors: RowError[] } {
  const missing: Record<string, string> = {}
  const rowErrors: RowError[] = []
  for (const column of columns) {
    const at = table.header.indexOf(column.column_name)
    if (at < 0) missing[column.column_name] = 'The file has no such column'
    else
      table.rows.forEach((row, index) => {
        const problem = rowErrors.length < 200 ? problemOf(row[at] ?? '', column) : ''
        if (!problem) return
        rowErrors.push({ row: index + 1, column: column.column_name, problem })
        missing[column.column_name] ??= `Row ${index + 1}: ${problem}`
      })
  }
  return { missing, rowErrors }
}

export interface TableSlice {
  content: string
  cells: Record<string, string>
}
/** One slice per row. Only the semantic columns are searched; all columns are shown. */
export function toSlices({ header, rows }: PickedTable, columns: TableColumn[]): TableSlice[] {
  const places = columns.map((column) => header.indexOf(column.column_name))
  return rows.map((row) => {
    const cells = Object.fromEntries(
      columns.map((column, at) => [column.id, places[at]! < 0 ? '' : (row[places[at]!] ?? '')]),
    )
    return { content: rowText(cells, columns), cells }
  })
}
export const rowText = (cells: Record<string, string>, columns: TableColumn[]) =>
  columns
    .filter((column) => cells[column.id])
    .map((column) => `${column.column_name}: ${cells[column.id]}`)
    .join('\n')
export const semanticText = (cells: Record<string, string>, columns: TableColumn[]) =>
  columns
    .filter((column) => column.is_semantic && cells[column.id])
    .map((column) => `${column.column_name} ${cells[column.id]}`)
    .join('\n')

/** Parses the cells of a row: a list of `{ column_id | column_name, value }`, or an object by id or name. */
export function readCells(text: string, columns: TableColumn[]): Record<string, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw knowledgeErrors.badCells({ detail: 'JSON' })
  }
  const given = new Map<string, string>()
  const put = (key: unknown, cell: unknown) =>
    given.set(
      String(key),
      cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell),
    )
  if (Array.isArray(value))
    for (const item of value as Record<string, unknown>[])
      put(item?.column_id ?? item?.column_name ?? '', item?.value ?? item?.Value)
  else if (typeof value === 'object' && value !== null) for (const [key, cell] of Object.entries(value)) put(key, cell)
  const cells = Object.fromEntries(
    columns.map((column) => [
      column.id,
      (given.get(column.id) ?? given.get(column.column_name) ?? '').slice(0, 20_000),
    ]),
  )
  if (!Object.values(cells).some(Boolean)) throw knowledgeErrors.badCells({ detail: 'no cell of the table is in it' })
  for (const column of columns) {
    const problem = problemOf(cells[column.id]!, column)
    if (problem) throw knowledgeErrors.badCells({ detail: `${column.column_name}: ${problem}` })
  }
  return cells
}
