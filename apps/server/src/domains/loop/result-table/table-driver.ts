import type { ResultTableRow, TableColumn } from './result-table.table.ts'

export type Line = Record<string, string>
interface Place {
  appToken: string
  tableId: string
  url: string
}
/** Where tables are kept. What a process that died left half done is done again, without a second table. */
export interface TableDriver {
  push(
    table: Pick<ResultTableRow, 'spaceId' | 'createdBy' | 'columns'> & Place & { name: string; lines: Line[] },
    /** Writes down what exists already; to be called as soon as it does. */
    keep: (place: Partial<Place>) => Promise<void>,
  ): Promise<void>
  /** The rows as they are now, by the keys of the columns. */
  pull(table: Pick<ResultTableRow, 'spaceId' | 'createdBy'> & Place & { columns: TableColumn[] }): Promise<Line[]>
}
