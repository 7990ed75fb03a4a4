import type { QueryType } from '@orrery/contract/shared/filter-tree'
import type { SQL } from 'drizzle-orm'

/** What a condition can be about. */
export interface Field {
  column: SQL
  type: 'text' | 'number'
  /** What stands on the wire for what is stored; other values are refused. */
  values?: Readonly<Record<string, string>>
  /** Conditions that were looked up before, where the field lies outside of the database. */
  leaf?: (type: QueryType, values: readonly string[]) => SQL | undefined
}
export type Fields = Readonly<Record<string, Field>>

export const textField = (column: SQL, values?: Field['values']): Field => ({
  column,
  type: 'text',
  ...(values && { values }),
})
export const numberField = (column: SQL): Field => ({ column, type: 'number' })
