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
  /** The create button; in an empty list it is shown instead of the rows. */
  create?: ReactNode
  /** Plain buttons before the create button. */
  beside?: ReactNode
  search: { word: string; onWord: (text: string) => void; placeholder: string }
  filters?: ReactNode
  empty: { icon: IconType; title: string; text: string }
  onOpen: (row: Row) => void
  /** Describes what Enter does. */
  openHint: string
  /** "12 of 40 shown". */
  shown: string
  /** Other parts of the page, below its title. */
  tabs?: ReactNode
  /** The content of another tab, shown instead of the list. */
  instead?: ReactNode
}

/** A page of the library: all resources of one kind in a space, with search. More of them load on scroll. */
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
            {/* Hidden while loading or empty: empty lists show it in the middle. A menu closes if its button moves. */}
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
