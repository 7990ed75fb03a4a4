import type { QueryType } from '@orrery/contract/shared/filter-tree'
import type { SQL } from 'drizzle-orm'

/** A field that conditions can test. */
export interface Field {
  column: SQL
  type: 'text' | 'number'
  /** Stored values by wire value; other values are refused. */
  values?: Readonly<Record<string, string>>
  /** Custom condition for fields that need more than a column, e.g. values stored outside the database. */
  leaf?: (type: QueryType, values: readonly string[]) => SQL | undefined
}
export type Fields = Readonly<Record<string, Field>>

export const textField = (column: SQL, values?: Field['values']): Field => ({
  column,
  type: 'text',
  ...(values && { values }),
})
export const numberField = (column: SQL): Field => ({ column, type: 'number' })
