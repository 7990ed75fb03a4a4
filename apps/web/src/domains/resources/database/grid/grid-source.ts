import type { Row, RowPage } from './row-store.ts'

export interface RowChange {
  add: Row[]
  /** With the id of the row and the values that change. */
  alter: Row[]
  /** Ids. */
  remove: string[]
}

/** Where the rows of a grid come from and go to. Another filter or order is another source. */
export interface GridSource {
  read(offset: number, limit: number): Promise<RowPage>
  /** All or none. Answers the rows that were added, then those that were changed, as they are stored now. */
  send(change: RowChange): Promise<Row[]>
  /** Rows came or went. */
  onCount(): void
  /** Rows of one call. */
  mostRows: number
  /** Where new rows appear in the usual order. */
  newRows: 'first' | 'last'
}
