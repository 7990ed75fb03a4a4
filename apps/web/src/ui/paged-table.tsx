import type { ReactNode } from 'react'
import { NoMatch } from './empty-state.tsx'
import { InfiniteSentinel } from './infinite-sentinel.tsx'
import { FailedPage } from './page-state.tsx'
import { Table, type TableProps } from './table.tsx'

/** What is needed of an infinite query. */
interface Paged {
  data: unknown
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'loading' | 'after'> {
  query: Paged
  /** The title in the place of a list that did not load. */
  failed: string
  /** In the place of a list in which there is nothing yet. */
  empty: ReactNode
  /** Words of the search that found nothing; absent while nobody searches. */
  noMatch?: ReactNode
  onClear: () => void
}

/** The body of a list page: its rows as they come in on scroll, or what stands in their place. */
export function PagedTable<Row>({ query, failed, empty, noMatch, onClear, ...table }: PagedTableProps<Row>) {
  const isEmpty = query.data !== undefined && table.rows.length === 0 && !query.hasNextPage
  return (
    <main className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {query.error && query.data === undefined ? (
        <FailedPage title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : isEmpty ? (
        noMatch ? (
          <NoMatch text={noMatch} onClear={onClear} />
        ) : (
          empty
        )
      ) : (
        <Table
          {...table}
          loading={query.data === undefined ? 6 : 0}
          after={
            <InfiniteSentinel
              hasMore={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onReach={() => void query.fetchNextPage()}
            />
          }
        />
      )}
    </main>
  )
}
