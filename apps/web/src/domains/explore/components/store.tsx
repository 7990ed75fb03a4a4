import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useT } from '../../../lib/i18n.ts'
import { EmptyState, NoMatch } from '../../../ui/empty-state.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { InfiniteSentinel } from '../../../ui/infinite-sentinel.tsx'
import { FailedPage } from '../../../ui/page-state.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'
import { categoriesQuery, productsQuery, type Store as StoreName, type StoreSearch } from '../explore.queries.ts'
import { ProductCard } from './product-card.tsx'
import { ProductSheet } from './product-sheet.tsx'

const start: StoreSearch = { sort: 'popular', only: 'all', category: '', word: '' }
const grid = 'grid grid-cols-3 gap-4 pb-5 max-[1400px]:grid-cols-2 max-sm:grid-cols-1 min-[1680px]:grid-cols-4'

/** The plugins or the templates of this instance, to look at, mark and take. */
export function Store({ store }: { store: StoreName }) {
  const t = useT('explore')
  const [language] = useLanguage()
  const [search, setSearch] = useState(start)
  const [open, setOpen] = useState<string>()
  const query = useInfiniteQuery(productsQuery(store, search))
  const { data: categories = [] } = useQuery(categoriesQuery(store, language))
  const products = query.data?.pages.flatMap((page) => page.products) ?? []
  const set = (change: Partial<StoreSearch>) => setSearch((before) => ({ ...before, ...change }))
  const onWord = useCallback((word: string) => setSearch((before) => ({ ...before, word: word.trim() })), [])
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t(`${store}.title`)}
        beside={
          <span className="text-small text-mute">
            {query.data && t('from', { count: formatNumber(query.data.pages[0]?.total ?? 0) })}
          </span>
        }
      />
      <FilterBar
        search={<SearchInput slash value={search.word} onChange={onWord} placeholder={t(`${store}.search`)} />}
      >
        <Segmented
          label={t('show')}
          items={(['all', 'official', 'favourite'] as const).map((value) => ({ value, label: t(`only.${value}`) }))}
          value={search.only}
          onChange={(only) => set({ only })}
        />
        <Select
          prefix={t('sort')}
          items={(['popular', 'newest'] as const).map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={search.sort}
          onChange={(sort) => set({ sort })}
        />
        <Select
          prefix={t('category')}
          items={[
            { value: 'any', label: t('category.any') },
            ...categories.map((one) => ({ value: one.id, label: `${one.name} ${formatNumber(one.count)}` })),
          ]}
          value={search.category || 'any'}
          onChange={(category) => set({ category: category === 'any' ? '' : category })}
        />
      </FilterBar>
      <main className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
        {query.error && !query.data ? (
          <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <div className={grid}>
            <SkeletonCards count={9} what={t(`${store}.title`)} />
          </div>
        ) : products.length > 0 ? (
          <>
            <div className={grid}>
              {products.map((one) => (
                <ProductCard
                  key={one.meta_info.id}
                  product={one}
                  store={store}
                  isOpen={one.meta_info.id === open}
                  onOpen={() => setOpen(one.meta_info.id)}
                />
              ))}
            </div>
            <InfiniteSentinel
              hasMore={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onReach={() => void query.fetchNextPage()}
            />
          </>
        ) : search === start ? (
          <EmptyState icon={PackageOpen} title={t('empty')} text={t('emptyText')} />
        ) : (
          <NoMatch
            text={search.word ? t('noMatch', { word: search.word }) : undefined}
            onClear={() => setSearch(start)}
          />
        )}
      </main>
      {open !== undefined && <ProductSheet key={open} id={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
