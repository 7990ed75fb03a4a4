import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { categoriesQuery, productsQuery, type Store as StoreName, type StoreSearch } from '../explore.queries.ts'
import { ProductCard } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { Showcase, TopicHead } from './showcase.tsx'
import { SearchBox } from './search-box.tsx'

/** The plugins or templates of this instance. Search and filters are in the address. */
export function Store({ store }: { store: StoreName }) {
  const t = useT('explore')
  const [language] = useLanguage()
  const navigate = useNavigate()
  const search: StoreSearch = useSearch({ strict: false })
  const [open, setOpen] = useState<string>()
  const query = useInfiniteQuery(productsQuery(store, search))
  const { data: categories = [] } = useQuery(categoriesQuery(store, language))
  const set = useCallback(
    (change: Partial<StoreSearch>) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const onWord = useCallback((word: string) => set({ word: word || undefined }), [set])
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t(`${store}.title`)}
        beside={
          <span className="text-small text-mute">
            {query.data && t('from', { count: query.data.pages[0]?.total ?? 0 })}
          </span>
        }
      />
      <FilterBar search={<SearchBox store={store} word={search.word ?? ''} onWord={onWord} />}>
        <Segmented
          label={t('show')}
          items={(['all', 'official'] as const).map((value) => ({ value, label: t(`only.${value}`) }))}
          value={search.only ?? 'all'}
          onChange={(only) => set({ only: only === 'all' ? undefined : only })}
        />
        <Select
          prefix={t('sort')}
          items={(['popular', 'newest'] as const).map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={search.sort ?? 'popular'}
          onChange={(sort) => set({ sort: sort === 'popular' ? undefined : sort })}
        />
        <Select
          prefix={t('category')}
          items={[
            { value: 'any', label: t('category.any') },
            ...categories.map((category) => ({
              value: category.id,
              label: `${category.name} ${formatNumber(category.count)}`,
            })),
          ]}
          value={search.category ?? 'any'}
          onChange={(category) => set({ category: category === 'any' ? undefined : category })}
          // Wide windows show the categories at the side.
          className="min-[1200px]:hidden"
        />
      </FilterBar>
      <ProductGrid
        query={query}
        what={t(`${store}.title`)}
        failed={t('failed')}
        above={search.topic ? <TopicHead store={store} id={search.topic} /> : !isFiltered && <Showcase store={store} />}
        none={
          isFiltered ? (
            <NoMatch
              text={search.word ? t('noMatch', { word: search.word }) : undefined}
              onClear={() => void navigate({ to: '.', search: {}, replace: true })}
            />
          ) : (
            <EmptyState icon={PackageOpen} title={t('empty')} text={t('emptyText')} />
          )
        }
        card={(item) => {
          const { id } = item.meta_info
          return (
            <ProductCard
              key={id}
              product={item}
              isOpen={id === open}
              opener={(props) => (
                <button type="button" aria-pressed={id === open} onClick={() => setOpen(id)} {...props} />
              )}
            />
          )
        }}
      />
      {open !== undefined && <ProductSheet key={open} id={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
