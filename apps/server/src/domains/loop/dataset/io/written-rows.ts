import { FieldStatus } from '@orrery/contract/shared/dataset-enums'
import Papa from 'papaparse'
import type { Field, Turn } from '../dataset-content.ts'
import type { ItemRow } from '../dataset.table.ts'
import { TURNS } from './file-rows.ts'
import { guarded } from '#kit/formula-guard.ts'
import { isMedia, linkedText } from '../shared/media.ts'
import { ITEM, ITEM_KEY, TURN } from './parsed-rows.ts'

/** Formats items as rows of a file. `number` is the number of the first item, counted from 1. */
export interface RowWriter {
  head(): string
  rows(items: ItemRow[], number: number): string
}
type LinkOf = (key: string) => string
const live = (fields: Field[]) => fields.filter(({ status }) => status === FieldStatus.available)

/** The text of a cell. Files become links. */
function cellOf(turn: Turn, field: Field, linkOf: LinkOf): string {
  const text = turn[field.key]?.text ?? ''
  return text && isMedia(field) ? linkedText(text, linkOf) : text
}
/** The columns of a table. An item with several turns has a row for each, all with the same item number. */
function tableRows(fields: Field[], isMultiTurn: boolean, linkOf: LinkOf) {
  const shown = live(fields)
  const own = isMultiTurn ? [ITEM, TURN] : []
  return {
    names: [ITEM_KEY, ...own, ...shown.map(({ name }) => name)],
    of: (item: ItemRow, number: number): string[][] =>
      item.turns.map((turn, at) => [
        item.itemKey,
        ...(isMultiTurn ? [String(number), String(at + 1)] : []),
        ...shown.map((field) => cellOf(turn, field, linkOf)),
      ]),
  }
}

export function csvWriter(fields: Field[], isMultiTurn: boolean, linkOf: LinkOf): RowWriter {
  const { names, of } = tableRows(fields, isMultiTurn, linkOf)
  const write = (rows: string[][]) => (rows.length ? `${Papa.unparse(rows.map((row) => row.map(guarded)))}\r\n` : '')
  return {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    head: () => `\uFEFF${write([names])}`,
    rows: (items, number) => write(items.flatMap((item, at) => of(item, number + at))),
  }
}

/** Writes rows as JSON arrays, one per line, from which spreadsheets and Parquet files are built. */
export function sheetWriter(fields: Field[], isMultiTurn: boolean, linkOf: LinkOf): RowWriter {
  const { names, of } = tableRows(fields, isMultiTurn, linkOf)
  const write = (rows: string[][]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return {
    head: () => write([names]),
    rows: (items, number) => write(items.flatMap((item, at) => of(item, number + at))),
  }
}

export function jsonWriter(fields: Field[], isMultiTurn: boolean, linkOf: LinkOf): RowWriter {
  const shown = live(fields)
  const values = (turn: Turn) =>
    shown.flatMap((field) => (turn[field.key] ? [[field.name, cellOf(turn, field, linkOf)] as const] : []))
  const write = (item: ItemRow) => {
    const key = item.itemKey ? [[ITEM_KEY, item.itemKey] as const] : []
    const content = isMultiTurn
      ? [[TURNS, item.turns.map((turn) => Object.fromEntries(values(turn)))] as const]
      : values(item.turns[0] ?? {})
    return `${JSON.stringify(Object.fromEntries([...key, ...content]))}\n`
  }
  return { head: () => '', rows: (items) => items.map(write).join('') }
}
