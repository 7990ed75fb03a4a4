import Papa from 'papaparse'
import type { Variable } from '@orrery/engine'

export const MAX_ROWS = 10_000
export const MAX_BYTES = 20 * 1024 * 1024
/** An error in the table or one of its cells. Lines count from 1, without the header. */
type SheetProblem =
  | { kind: 'table'; message: string }
  | { kind: 'cell'; line: number; column: number; name: string; value: string; message: string }
export interface Sheet {
  columns: string[]
  lines: Record<string, unknown>[]
  problems: SheetProblem[]
}
const MAX_PROBLEMS = 100

/**
 * A CSV file with input names in the first line. Numbers, lists and objects are checked against the workflow's inputs.
 */
export function readSheet(bytes: Uint8Array, inputs: readonly Variable[]): Sheet {
  const table = (message: string): Sheet => ({ columns: [], lines: [], problems: [{ kind: 'table', message }] })
  if (bytes.byteLength > MAX_BYTES) return table(`the file is larger than ${MAX_BYTES} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '')
  } catch {
    return table('the file is not text in UTF-8')
  }
  const parsed = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const broken = parsed.errors.find((error) => error.type === 'Quotes')
  if (broken) return table(`line ${(broken.row ?? 0) + 1}: ${broken.message}`)
  const [head, ...rows] = parsed.data
  if (!head?.length || !rows.length) return table('there is no line below the line of names')
  if (rows.length > MAX_ROWS) return table(`there are more than ${MAX_ROWS} lines`)
  const columns = head.map((item) => item.trim())
  const known = new Map(inputs.map((input) => [input.name, input]))
  const problems: SheetProblem[] = []
  for (const name of columns)
    if (!known.has(name)) problems.push({ kind: 'table', message: `the workflow takes no "${name.slice(0, 100)}"` })
  for (const input of inputs)
    if (input.required && !columns.includes(input.name))
      problems.push({ kind: 'table', message: `the column "${input.name}" is missing` })
  const lines = rows.map((row, at) => {
    const values: Record<string, unknown> = {}
    columns.forEach((name, column) => {
      const variable = known.get(name)
      if (!variable) return
      const cell = row[column] ?? ''
      const message = cell === '' ? (variable.required ? 'is needed' : '') : fault(cell, variable)
      if (message && problems.length < MAX_PROBLEMS)
        problems.push({ kind: 'cell', line: at + 1, column: column + 1, name, value: cell.slice(0, 200), message })
      if (cell !== '') values[name] = cell
    })
    return values
  })
  return { columns, lines, problems }
}

function fault(cell: string, { type }: Variable): string {
  switch (type.kind) {
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(cell) ? '' : 'is not a whole number'
    case 'number':
      return cell.trim() && Number.isFinite(Number(cell)) ? '' : 'is not a number'
    case 'boolean':
      return /^\s*(true|false|1|0)\s*$/i.test(cell) ? '' : 'is neither true nor false'
    case 'list':
      return Array.isArray(json(cell)) ? '' : 'is not the JSON of a list'
    case 'object': {
      const value = json(cell)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? '' : 'is not the JSON of an object'
    }
    default:
      return ''
  }
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Spreadsheets run what begins like this as a formula. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text)
/** The mark at the beginning tells spreadsheets that the file is UTF-8. */
export const writeSheet = (rows: string[][]): Buffer =>
  Buffer.from(`\uFEFF${Papa.unparse(rows.map((row) => row.map(harmless)))}`)

/** A value of the right type, to show how a cell is written. */
export function sampleOf({ type, defaultValue }: Variable): string {
  if (typeof defaultValue === 'string' && defaultValue) return defaultValue
  switch (type.kind) {
    case 'integer':
      return '1'
    case 'number':
      return '1.5'
    case 'boolean':
      return 'true'
    case 'list':
      return '[]'
    case 'object':
      return '{}'
    case 'time':
      return '2026-01-01 00:00:00'
    case 'file':
      return 'https://'
    default:
      return 'text'
  }
}
