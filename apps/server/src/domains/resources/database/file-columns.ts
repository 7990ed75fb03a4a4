import { FieldType } from '@orrery/contract'
import type { Field } from './database.table.ts'
import { convertValue } from './field-values.ts'
import type { Cell } from './sheet-worker.ts'

export interface FileColumn {
  name: string
  type: Field['type']
  hasEmpty: boolean
}
const guesses = [FieldType.number, FieldType.float, FieldType.date, FieldType.boolean]

/** The columns of a sheet, each with the narrowest type that fits all values seen. */
export function columnsOf(rows: Cell[][], header: number, start: number): FileColumn[] {
  const body = rows.slice(start, start + 500)
  return (rows[header] ?? []).map((cell, index) => {
    const values = body.map((row) => row[index] ?? null)
    const filled = values.filter((value) => value !== null && value !== '')
    const type = guesses.find(
      (guess) => filled.length > 0 && filled.every((value) => !convertValue(guess, value).refusal),
    )
    return {
      name: String(cell ?? '').trim(),
      type: type ?? FieldType.text,
      hasEmpty: filled.length < values.length,
    }
  })
}

export interface Mapping {
  /** For each field of the table, the index of its column in the file, or -1. */
  columns: { field: Field; at: number }[]
  /** Reasons why columns do not fit, by column name. */
  problems: Record<string, string>
}

/** Maps columns to fields by their name in the header line. Unknown columns are ignored. */
export function mapColumns(headerRow: Cell[], fields: Field[], locale: 'en' | 'zh-CN'): Mapping {
  const say = (en: string, zh: string) => (locale === 'zh-CN' ? zh : en)
  const names = headerRow.map((cell) =>
    String(cell ?? '')
      .trim()
      .toLowerCase(),
  )
  const problems: Record<string, string> = {}
  const columns = fields.map((field) => {
    const at = names.indexOf(field.name)
    if (at === -1 && field.required)
      problems[field.name] = say('the file lacks this required column', '文件缺少此必填列')
    if (at !== -1 && names.lastIndexOf(field.name) !== at)
      problems[field.name] = say('the file has this column twice', '文件中此列重复')
    return { field, at }
  })
  if (columns.every(({ at }) => at === -1))
    problems['*'] = say(
      `no column of the file has the name of a field (${fields.map(({ name }) => name).join(', ')})`,
      `文件中没有与字段同名的列（${fields.map(({ name }) => name).join('、')}）`,
    )
  return { columns, problems }
}

/** Escapes a text that a spreadsheet would run as a formula. */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
