import type { ReactNode } from 'react'
import type { Crumb } from './breadcrumb.tsx'
import { EmptyState } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FootBar } from './foot-bar.tsx'
import type { IconType } from './icon.tsx'
import { isEmptyList, PagedTable, type PagedTableProps } from './paged-table.tsx'
import { SearchInput } from './search-input.tsx'
import { TitleBar } from './title-bar.tsx'

type TablePart = 'query' | 'failed' | 'noMatch' | 'columns' | 'rows' | 'rowKey' | 'rowName' | 'actions'

export interface ListPageProps<Row> extends Pick<PagedTableProps<Row>, TablePart> {
  title: string
  crumbs?: Crumb[]
  /** The create button; an empty list shows it in the place of the rows. */
  create?: ReactNode
  /** Plain buttons before it. */
  beside?: ReactNode
  search: { word: string; onWord: (text: string) => void; placeholder: string }
  filters?: ReactNode
  empty: { icon: IconType; title: string; text: string }
  onOpen: (row: Row) => void
  /** Describes what Enter does. */
  openHint: string
  /** "12 of 40 shown". */
  shown: string
  /** Other parts of the page, under its title. */
  tabs?: ReactNode
  /** What another tab shows in the place of the list. */
  instead?: ReactNode
}

/** A page of the library: everything of one kind in a space, searched, and more of it on the way down. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, crumbs, create, beside, search, filters, empty, openHint, shown, tabs, instead, ...table } = props
  const isEmpty = isEmptyList(table)
  const isLoading = table.query.data === undefined && !table.query.error
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={title}
        crumbs={crumbs}
        actions={
          <>
            {beside}
            {/* Once, and where it stays: an empty list offers it in its middle. A menu would close if its button moved. */}
            {(instead || (!isEmpty && !isLoading)) && create}
          </>
        }
      />
      {tabs}
      {instead ?? (
        <>
          <FilterBar
            search={<SearchInput slash value={search.word} onChange={search.onWord} placeholder={search.placeholder} />}
          >
            {filters ?? null}
          </FilterBar>
          <PagedTable
            {...table}
            label={title}
            empty={<EmptyState icon={empty.icon} title={empty.title} text={empty.text} action={create} guide />}
          />
          <FootBar hints={[{ keys: 'Enter', label: openHint }]}>{shown}</FootBar>
        </>
      )}
    </div>
  )
}
