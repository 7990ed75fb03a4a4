import { ColumnType } from '@orrery/contract/shared/knowledge-enums'
import type { Column } from './knowledge.queries.ts'

export const columnTypes = ['text', 'number', 'date', 'float', 'boolean', 'image'] as const
export type ColumnTypeName = (typeof columnTypes)[number]
/** Type names as `dataTypeName` expects them. */
export const columnTypeTexts: Record<ColumnTypeName, string> = {
  text: 'string',
  number: 'integer',
  date: 'time',
  float: 'number',
  boolean: 'boolean',
  image: 'image',
}
export const columnTypeOf = (column: Pick<Column, 'column_type'>): ColumnTypeName =>
  columnTypes.find((name) => ColumnType[name] === column.column_type) ?? 'text'
