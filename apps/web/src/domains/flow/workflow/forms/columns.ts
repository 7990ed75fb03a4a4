import type { DatabaseInfo } from '@orrery/contract'
import { listType, objectType, type ValueType, variable, type VariableShape } from '@orrery/engine/describe'

/** Column types by their number: text, integer, time, float, boolean. */
const types: Record<number, ValueType> = {
  1: { type: 'string' },
  2: { type: 'integer' },
  3: { type: 'string', assistType: 10000 },
  4: { type: 'float' },
  5: { type: 'boolean' },
}
export type Column = DatabaseInfo['field_list'][number]

export const columnType = (column: Column | undefined): ValueType => types[Number(column?.type)] ?? { type: 'string' }

/** Outputs of a node that returns rows: all columns, or the selected ones. */
export function rowOutputs(columns: readonly Column[], chosen: readonly string[] = []): VariableShape[] {
  const shown = chosen.length ? columns.filter((column) => isColumn(column, chosen)) : columns
  return [
    variable('outputList', listType(objectType(...shown.map((item) => variable(item.name, columnType(item)))))),
    variable('rowNum', 'integer'),
  ]
}

/** Finds a column by name or id: canvases use either. */
export function findColumn(columns: readonly Column[], key: string): Column | undefined {
  if (key === '') return undefined
  return columns.find((column) => column.name === key) ?? columns.find((column) => String(column.id) === key)
}
const isColumn = (column: Column, keys: readonly string[]): boolean => keys.some((key) => findColumn([column], key))
