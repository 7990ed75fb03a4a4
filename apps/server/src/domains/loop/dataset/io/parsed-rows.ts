import { FieldStatus } from '@orrery/contract/shared/dataset-enums'
import type { Field, ItemInput } from '../dataset-content.ts'
import { badInput } from '#kit/errors.ts'
import type { FileRow, TablePart } from './file-rows.ts'

/** Columns about the row itself. Exports write them and imports read them. */
export const ITEM_KEY = '$item_key'
export const ITEM = '$item'
export const TURN = '$turn'

/** A row of a file as an item, with its position in the file. */
export interface ParsedRow {
  file: string
  line: number
  item: ItemInput
  content: [string, string][]
  fault?: { en: string; zh: string }
  /** The item that this row copies. */
  originId?: string
  /** The files in that item. */
  files?: string[]
}
export interface Mapping {
  source: string
  target: string
}

/** The key of a row by its position among all rows of a file. */
export const rowKey = (nth: number): string => `row-${nth}`

/** Returns a function from column name to field key. Columns without a field are ignored. */
export function fieldsByColumn(
  mappings: Mapping[],
  fields: Pick<Field, 'key' | 'name' | 'status'>[],
): (column: string) => string | undefined {
  const live = fields.filter(({ status }) => status === FieldStatus.available)
  const keyOf = (name: string) =>
    (live.find(({ key }) => key === name) ?? live.find((field) => field.name === name))?.key
  if (!mappings.length) {
    const known = new Map<string, string | undefined>()
    return (column) => {
      if (!known.has(column)) known.set(column, keyOf(column))
      return known.get(column)
    }
  }
  const chosen = new Map<string, string>()
  for (const [index, { source, target }] of mappings.entries()) {
    const key = keyOf(target)
    if (!key) {
      const names = live.map((field) => field.name).join(', ')
      throw badInput(
        `fieldMappings[${index}].target`,
        `there is no field ${target}. Fields: ${names}`,
        `没有字段 ${target}。现有字段：${names}`,
      )
    }
    if ([...chosen.values()].includes(key))
      throw badInput(`fieldMappings[${index}].target`, `two columns go to ${target}`, `有两列都对应 ${target}`)
    chosen.set(source, key)
  }
  return (column) => chosen.get(column)
}

/** The items of a file. In a multi-turn dataset, consecutive rows with the same number form one item. */
export async function* parsedRows(
  parts: TablePart[],
  keyOf: (column: string) => string | undefined,
  isMultiTurn: boolean,
): AsyncGenerator<ParsedRow> {
  const valuesOf = (cells: Map<string, string>) =>
    [...cells].flatMap(([column, content]) => {
      const key = keyOf(column)
      return key ? [{ key, content }] : []
    })
  for (const { name: file, rows } of parts) {
    let open: (ParsedRow & { number: string }) | undefined
    for await (const row of rows()) {
      const number = row.cells.get(ITEM)
      if (isMultiTurn && open && number !== undefined && open.number === number) {
        open.item.repeatedData!.push({ data: valuesOf(row.cells) })
        continue
      }
      if (open) yield open
      open = undefined
      const given = one(file, row, valuesOf, isMultiTurn)
      if (isMultiTurn && number !== undefined && !row.fault) open = { ...given, number }
      else yield given
    }
    if (open) yield open
  }
}

function one(
  file: string,
  { line, cells, turns, fault }: FileRow,
  valuesOf: (cells: Map<string, string>) => { key: string; content: string }[],
  isMultiTurn: boolean,
): ParsedRow {
  if (fault) return { file, line, item: {}, content: [['', fault.text]], fault }
  const itemKey = cells.get(ITEM_KEY)
  const key = itemKey === undefined ? {} : { itemKey }
  return {
    file,
    line,
    // Computed lazily: only rejected rows need it.
    get content() {
      return [...cells]
    },
    item: isMultiTurn
      ? { ...key, repeatedData: (turns ?? [cells]).map((turn) => ({ data: valuesOf(turn) })) }
      : { ...key, data: valuesOf(cells) },
  }
}
