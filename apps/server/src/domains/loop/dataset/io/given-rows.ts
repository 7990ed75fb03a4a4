import { FieldStatus } from '@orrery/contract/shared/dataset-enums'
import type { Field, GivenItem } from '../dataset-content.ts'
import { badInput } from '#kit/errors.ts'
import type { FileRow, TablePart } from './file-rows.ts'

/** Columns that say something about the row; exports write them, and imports read them back. */
export const ITEM_KEY = '$item_key'
export const ITEM = '$item'
export const TURN = '$turn'

/** A row of a file as an item, with its place there. */
export interface GivenRow {
  file: string
  line: number
  item: GivenItem
  content: [string, string][]
  fault?: { en: string; zh: string }
  /** The item that it is a copy of. */
  originId?: string
  /** The files of that item. */
  files?: string[]
}
export interface Mapping {
  source: string
  target: string
}

/** The name of a row of a file, by its place among all of them. */
export const rowKey = (nth: number): string => `row-${nth}`

/** Which field each column goes to, by its key. Columns that are not named are left out. */
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

/** The items of a file. In a multi-turn dataset rows that follow each other with the same number are one item. */
export async function* givenRows(
  parts: TablePart[],
  keyOf: (column: string) => string | undefined,
  isMultiTurn: boolean,
): AsyncGenerator<GivenRow> {
  const valuesOf = (cells: Map<string, string>) =>
    [...cells].flatMap(([column, content]) => {
      const key = keyOf(column)
      return key ? [{ key, content }] : []
    })
  for (const { name: file, rows } of parts) {
    let open: (GivenRow & { number: string }) | undefined
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
): GivenRow {
  if (fault) return { file, line, item: {}, content: [['', fault.text]], fault }
  const itemKey = cells.get(ITEM_KEY)
  const key = itemKey === undefined ? {} : { itemKey }
  return {
    file,
    line,
    // Asked for only where a row is rejected.
    get content() {
      return [...cells]
    },
    item: isMultiTurn
      ? { ...key, repeatedData: (turns ?? [cells]).map((turn) => ({ data: valuesOf(turn) })) }
      : { ...key, data: valuesOf(cells) },
  }
}
