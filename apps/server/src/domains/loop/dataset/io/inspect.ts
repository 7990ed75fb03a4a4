import { FieldFormat, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { FileRow, TablePart } from './file-rows.ts'
import { ITEM, ITEM_KEY, TURN } from './parsed-rows.ts'

const ROWS = 1000
const PREVIEW = 10

export interface GuessedField {
  name: string
  schemaKey: number
  defaultFormat: number
}
export interface Inspection {
  fields: GuessedField[]
  /** Columns whose type differs between files, by file. */
  conflicts: { name: string; byFile: Record<string, GuessedField> }[]
  /** Files that have columns without a name. */
  doubtful: string[]
  preview: Record<string, string>[]
}

const isJson = (text: string) => {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const isDecimal = (text: string) => /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
/** The narrowest type first. A number with a leading zero is a text, such as a phone number or a code. */
const guesses: [SchemaKeyName, (text: string) => boolean][] = [
  ['bool', (text) => text === 'true' || text === 'false'],
  ['integer', (text) => /^-?(0|[1-9]\d{0,17})$/.test(text)],
  ['float', (text) => isDecimal(text) && !/^-?0\d/.test(text)],
]
type SchemaKeyName = 'bool' | 'integer' | 'float'

function guess(name: string, values: string[]): GuessedField {
  const found = guesses.find(([, fits]) => values.length > 0 && values.every(fits))
  if (found) return { name, schemaKey: SchemaKey[found[0]], defaultFormat: FieldFormat.plain }
  const isAllJson = values.length > 0 && values.every(isJson)
  return { name, schemaKey: SchemaKey.string, defaultFormat: isAllJson ? FieldFormat.json : FieldFormat.plain }
}

/** The type that fits all files: integers are also numbers. Undefined if there is none. */
function common(guessed: GuessedField[]): GuessedField | undefined {
  const types = new Set(guessed.map(({ schemaKey }) => schemaKey))
  if (types.size === 1) return guessed[0]
  const isNumeric = [...types].every((type) => type === SchemaKey.integer || type === SchemaKey.float)
  return isNumeric ? guessed.find(({ schemaKey }) => schemaKey === SchemaKey.float) : undefined
}

/** Guesses the types of columns from the first rows of the files. */
export async function inspectParts(parts: TablePart[]): Promise<Inspection> {
  const byName = new Map<string, Record<string, GuessedField>>()
  const doubtful: string[] = []
  const preview: Record<string, string>[] = []
  for (const part of parts) {
    const { columns, rows } = await firstRows(part)
    if ([...columns.keys()].some((name) => /^column_\d+$/.test(name))) doubtful.push(part.name)
    preview.push(...rows.slice(0, PREVIEW - preview.length))
    for (const [name, values] of columns) byName.set(name, { ...byName.get(name), [part.name]: guess(name, values) })
  }
  const own = new Set([ITEM_KEY, ITEM, TURN])
  const named = [...byName].filter(([name]) => !own.has(name))
  const fields = named.map(([name, byFile]) => common(Object.values(byFile)) ?? guess(name, []))
  const conflicts = named.flatMap(([name, byFile]) => (common(Object.values(byFile)) ? [] : [{ name, byFile }]))
  return { fields, conflicts, doubtful, preview }
}

async function firstRows({ rows }: TablePart) {
  const columns = new Map<string, string[]>()
  const seen: Record<string, string>[] = []
  const add = (cells: FileRow['cells']) => {
    for (const [name, text] of cells) {
      const values = columns.get(name)
      if (values) values.push(text)
      else columns.set(name, [text])
    }
  }
  for await (const row of rows()) {
    add(row.cells)
    for (const turn of row.turns ?? []) add(turn)
    if (seen.length < PREVIEW) seen.push(Object.fromEntries(row.cells))
    else if ((columns.values().next().value?.length ?? 0) >= ROWS || row.line > ROWS * 2) break
  }
  return { columns, rows: seen }
}
