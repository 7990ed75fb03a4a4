import type { ResultTableRow, TableColumn } from './result-table.table.ts'

export type Line = Record<string, string>
interface Place {
  appToken: string
  tableId: string
  url: string
}
/** Where tables are stored. Drivers are idempotent: repeating an interrupted push creates no second table. */
export interface TableDriver {
  push(
    table: Pick<ResultTableRow, 'spaceId' | 'createdBy' | 'columns'> & Place & { name: string; lines: Line[] },
    /** Stores the ids of what was created; must be called right after each creation. */
    keep: (place: Partial<Place>) => Promise<void>,
  ): Promise<void>
  /** Current rows, by column key. */
  pull(table: Pick<ResultTableRow, 'spaceId' | 'createdBy'> & Place & { columns: TableColumn[] }): Promise<Line[]>
}
