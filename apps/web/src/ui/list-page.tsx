import type { ReactNode } from 'react'
import type { Crumb } from './breadcrumb.tsx'
import { EmptyState, NoMatch } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FootBar } from './foot-bar.tsx'
import type { IconType } from './icon.tsx'
import { InfiniteSentinel } from './infinite-sentinel.tsx'
import { FailedPage } from './page-state.tsx'
import { SearchInput } from './search-input.tsx'
import { type Column, Table } from './table.tsx'
import { TitleBar } from './title-bar.tsx'

/** What a list that grows while one scrolls knows of its pages. */
interface GrowingQuery {
  data?: unknown
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}
export interface ListPageProps<Row> {
  title: string
  crumbs?: Crumb[]
  /** The way to make another one; also stands in the empty list. */
  create?: ReactNode
  /** Plain buttons before it. */
  beside?: ReactNode
  search: { word: string; onWord: (text: string) => void; placeholder: string }
  filters?: ReactNode
  query: GrowingQuery
  failed: string
  /** For a list without anything, and for one in which nothing was found. */
  empty: { icon: IconType; title: string; text: string }
  noMatch?: { text?: string; onClear: () => void }
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  onOpen: (row: Row) => void
  /** What Enter does. */
  openHint: string
  /** How many of how many are shown. */
  shown: string
}

/** A page of the library: everything of one kind in a space, searched, and more of it on the way down. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, create, search, query, empty, noMatch, rows } = props
  const isEmpty = query.data !== undefined && rows.length === 0
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={title}
        crumbs={props.crumbs}
        actions={
          <>
            {props.beside}
            {create}
          </>
        }
      />
      <FilterBar
        search={<SearchInput slash value={search.word} onChange={search.onWord} placeholder={search.placeholder} />}
      >
        {props.filters ?? null}
      </FilterBar>
      <main className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.error && query.data === undefined ? (
          <FailedPage title={props.failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : isEmpty && noMatch ? (
          <NoMatch text={noMatch.text} onClear={noMatch.onClear} />
        ) : isEmpty ? (
          <EmptyState icon={empty.icon} title={empty.title} text={empty.text} action={create} />
        ) : (
          <Table
            label={title}
            columns={props.columns}
            rows={rows}
            rowKey={props.rowKey}
            rowName={props.rowName}
            onOpen={props.onOpen}
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
      <FootBar hints={[{ keys: 'Enter', label: props.openHint }]}>{props.shown}</FootBar>
    </div>
  )
}
