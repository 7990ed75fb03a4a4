import type { Row, RowPage } from './row-store.ts'

export interface RowChange {
  add: Row[]
  /** Changed rows: the id and the changed values. */
  alter: Row[]
  /** Ids of rows. */
  remove: string[]
}

/** Reads and writes the rows of a grid. A different filter or order needs a different source. */
export interface GridSource {
  read(offset: number, limit: number): Promise<RowPage>
  /** Applies all changes or none. Returns the added rows, then the changed ones, as they are stored. */
  send(change: RowChange): Promise<Row[]>
  /** Called when rows have been added or removed. */
  onCount(): void
  /** The maximum number of rows per call. */
  maxRows: number
  /** Where new rows appear in the default order. */
  newRows: 'first' | 'last'
}
