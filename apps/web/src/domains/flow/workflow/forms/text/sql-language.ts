import { PostgreSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

export const sqlExtensions = (table: string, columns: readonly string[]): readonly Extension[] => [
  sql({ dialect: PostgreSQL, ...(table ? { schema: { [table]: [...columns] }, defaultTable: table } : {}) }),
]
