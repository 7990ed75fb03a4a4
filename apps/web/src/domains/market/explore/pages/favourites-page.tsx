import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { useCallback } from 'react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ProductCard } from '../components/product-card.tsx'
import { ProductGrid } from '../components/product-grid.tsx'
import { favouritesQuery, type StoreSearch } from '../explore.queries.ts'
import { productPlace } from '../product-place.ts'

/** The user's favourites in both stores. */
export function FavouritesPage() {
  const t = useT('explore')
  const navigate = useNavigate()
  const { word = '' }: StoreSearch = useSearch({ strict: false })
  const query = useInfiniteQuery(favouritesQuery(word))
  const onWord = useCallback(
    (text: string) => void navigate({ to: '.', search: text.trim() ? { word: text.trim() } : {}, replace: true }),
    [navigate],
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('favourites')}
        beside={<span className="text-small text-mute max-sm:hidden">{t('favouritesText')}</span>}
      />
      <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('favouritesSearch')} />}>
        {null}
      </FilterBar>
      <ProductGrid
        query={query}
        what={t('favourites')}
        failed={t('failed')}
        none={
          word ? (
            <NoMatch text={t('noMatch', { word })} onClear={() => onWord('')} />
          ) : (
            <EmptyState
              icon={Star}
              title={t('favouritesNone')}
              text={t('favouritesNoneText')}
              action={
                <Link to="/explore/plugin" className={buttonStyle('solid')}>
                  {t('plugin.title')}
                </Link>
              }
            />
          )
        }
        card={(item) => (
          <ProductCard
            key={item.meta_info.id}
            product={item}
            opener={(props) => <Link {...productPlace(item.meta_info)} {...props} />}
          />
        )}
      />
    </div>
  )
}
