import type { ReactNode } from 'react'
import { NoMatch } from './empty-state.tsx'
import { type GrowingQuery, InfiniteSentinel } from './infinite-sentinel.tsx'
import { FailedPage } from './page-state.tsx'
import { Table, type TableProps } from './table.tsx'

/** The part of an infinite query that the table needs. */
export interface ListQuery extends GrowingQuery {
  data?: unknown
  error: unknown
  refetch: () => unknown
}

export interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'loading' | 'after'> {
  query: ListQuery
  /** Title shown when the list failed to load. */
  failed: string
  /** Shown when the list is empty. */
  empty: ReactNode
  /** Shown when nothing matches; absent without a search. */
  noMatch?: { text?: ReactNode; onClear: () => void }
}

const hasNone = (query: ListQuery, rows: readonly unknown[]): boolean =>
  query.data !== undefined && rows.length === 0 && !query.hasNextPage

/** Whether the list is empty without a search. */
export const isEmptyList = ({ query, rows, noMatch }: Pick<PagedTableProps<unknown>, 'query' | 'rows' | 'noMatch'>) =>
  !noMatch && hasNone(query, rows)

/** The body of a list page: rows that load on scroll, or the empty, failed or no-match state. */
export function PagedTable<Row>({ query, failed, empty, noMatch, ...table }: PagedTableProps<Row>) {
  const isEmpty = hasNone(query, table.rows)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {query.error && query.data === undefined ? (
        <FailedPage title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : isEmpty ? (
        noMatch ? (
          <NoMatch text={noMatch.text} onClear={noMatch.onClear} />
        ) : (
          empty
        )
      ) : (
        <Table {...table} loading={query.data === undefined ? 6 : 0} after={<InfiniteSentinel query={query} />} />
      )}
    </div>
  )
}
