import type { ReactNode } from 'react'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import type { Product } from '../product-place.ts'

const cardGrid = 'grid grid-cols-3 gap-4 max-[1400px]:grid-cols-2 max-sm:grid-cols-1 min-[1680px]:grid-cols-4'

/** The part of an infinite product query that the grid needs. */
interface GrowingProducts {
  data?: { pages: { products: Product[] }[] } | undefined
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}
interface ProductGridProps {
  query: GrowingProducts
  /** Describes the cards, for the loading state. */
  what: string
  failed: string
  /** Shown instead of the cards if there are none. */
  none: ReactNode
  card: (product: Product) => ReactNode
  /** Content above the cards that scrolls with them. */
  above?: ReactNode
}

/** The body of a store page: cards that load on scroll, or the empty, failed or no-match state. */
export function ProductGrid({ query, what, failed, none, card, above }: ProductGridProps) {
  const products = query.data?.pages.flatMap((page) => page.products) ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
      {above}
      {query.error && !query.data ? (
        <FailedPage title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data && products.length === 0 ? (
        none
      ) : (
        <>
          <div className={`${cardGrid} pb-5`}>
            {query.data ? products.map(card) : <SkeletonCards count={9} what={what} />}
          </div>
          <InfiniteSentinel query={query} />
        </>
      )}
    </div>
  )
}
