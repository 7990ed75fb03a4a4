import { ColumnType } from '@orrery/contract/shared/knowledge-enums'
import type { Column } from './knowledge.queries.ts'

export const columnTypes = ['text', 'number', 'date', 'float', 'boolean', 'image'] as const
export type ColumnTypeName = (typeof columnTypes)[number]
export const columnTypeOf = (column: Pick<Column, 'column_type'>): ColumnTypeName =>
  columnTypes.find((name) => ColumnType[name] === column.column_type) ?? 'text'
