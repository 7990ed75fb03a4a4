import Papa from 'papaparse'
import type { Variable } from '@orrery/engine'
import { type CellFault, cellFault } from './shared/cell-fault.ts'

export const MAX_ROWS = 10_000
export const MAX_BYTES = 20 * 1024 * 1024
/** An error in the table or in one of its cells. Lines count from 1, without the header. */
type SheetProblem =
  | { kind: 'table'; message: CellFault }
  | { kind: 'cell'; line: number; column: number; name: string; value: string; message: CellFault }
export interface Sheet {
  columns: string[]
  lines: Record<string, unknown>[]
  problems: SheetProblem[]
}
const MAX_PROBLEMS = 100
const needed: CellFault = { en: 'is needed', zh: '必填' }

/**
 * Reads a CSV file with the names of the inputs in the first line, and checks every cell against the inputs of the
 * workflow.
 */
export function readSheet(bytes: Uint8Array, inputs: readonly Variable[]): Sheet {
  const table = (en: string, zh: string): Sheet => ({
    columns: [],
    lines: [],
    problems: [{ kind: 'table', message: { en, zh } }],
  })
  if (bytes.byteLength > MAX_BYTES)
    return table(`the file is larger than ${MAX_BYTES} bytes`, `文件超过 ${MAX_BYTES} 字节`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '')
  } catch {
    return table('the file is not text in UTF-8', '文件不是 UTF-8 编码的文本')
  }
  const parsed = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const broken = parsed.errors.find((error) => error.type === 'Quotes')
  if (broken) {
    const line = (broken.row ?? 0) + 1
    return table(`line ${line}: ${broken.message}`, `第 ${line} 行：引号不成对`)
  }
  const [head, ...rows] = parsed.data
  if (!head?.length || !rows.length) return table('there is no line below the line of names', '表头下方没有数据行')
  if (rows.length > MAX_ROWS) return table(`there are more than ${MAX_ROWS} lines`, `数据超过 ${MAX_ROWS} 行`)
  const columns = head.map((item) => item.trim())
  const known = new Map(inputs.map((input) => [input.name, input]))
  const problems: SheetProblem[] = []
  for (const name of columns)
    if (!known.has(name)) {
      const shown = name.slice(0, 100)
      problems.push({
        kind: 'table',
        message: { en: `the workflow takes no "${shown}"`, zh: `工作流没有输入“${shown}”` },
      })
    }
  for (const input of inputs)
    if (input.required && !columns.includes(input.name))
      problems.push({
        kind: 'table',
        message: { en: `the column "${input.name}" is missing`, zh: `缺少列“${input.name}”` },
      })
  const lines = rows.map((row, at) => {
    const values: Record<string, unknown> = {}
    columns.forEach((name, column) => {
      const variable = known.get(name)
      if (!variable) return
      const cell = row[column] ?? ''
      const message = cell === '' ? (variable.required ? needed : undefined) : cellFault(cell, variable)
      if (message && problems.length < MAX_PROBLEMS)
        problems.push({ kind: 'cell', line: at + 1, column: column + 1, name, value: cell.slice(0, 200), message })
      if (cell !== '') values[name] = cell
    })
    return values
  })
  return { columns, lines, problems }
}

/** Prefixes texts that a spreadsheet would evaluate as a formula. */
const withoutFormula = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const writeSheet = (rows: string[][]): Buffer =>
  Buffer.from(`\uFEFF${Papa.unparse(rows.map((row) => row.map(withoutFormula)))}`)

/** The first problem as a message, in both languages. */
export function firstProblem([first]: readonly SheetProblem[]): CellFault {
  if (!first) return { en: '', zh: '' }
  if (first.kind === 'table') return first.message
  const { line, name, message } = first
  return { en: `line ${line}, "${name}" ${message.en}`, zh: `第 ${line} 行“${name}”${message.zh}` }
}

/** An example value that shows how to write a cell of this type. */
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
