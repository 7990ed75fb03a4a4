import type { SQL } from 'drizzle-orm'

/** What a condition can be about. */
export interface Field {
  column: SQL
  type: 'text' | 'number'
  /** What stands on the wire for what is stored; other values are refused. */
  values?: Readonly<Record<string, string>>
}
export type Fields = Readonly<Record<string, Field>>

export const textField = (column: SQL, values?: Field['values']): Field => ({
  column,
  type: 'text',
  ...(values && { values }),
})
export const numberField = (column: SQL): Field => ({ column, type: 'number' })
