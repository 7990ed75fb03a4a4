import type { ProductInfo } from '@orrery/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import type { TileKind } from '../../ui/type-tile.tsx'

/** What the marketplace calls its kinds: plugins on one page, everything that starts somebody off on the other. */
export const stores = { plugin: 2, template: 20 } as const
export type Store = keyof typeof stores
export interface StoreSearch {
  sort: 'popular' | 'newest'
  only: 'all' | 'official' | 'favourite'
  category: string
  word: string
}
export type Product = ProductInfo

const kinds: Record<number, TileKind> = {
  1: 'bot',
  2: 'plugin',
  6: 'project',
  13: 'workflow',
  15: 'workflow',
  21: 'bot',
}
export const tileOfProduct = (product: Product): TileKind => kinds[product.meta_info.entity_type] ?? 'other'

const atOnce = 24
/** Products of a store, a page at a time. */
export const productsQuery = (store: Store, { sort, only, category, word }: StoreSearch) =>
  infiniteQueryOptions({
    queryKey: ['market', store, { sort, only, category, word }],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const paging = { entity_type: stores[store], page_num: pageParam, page_size: atOnce } as const
      if (only === 'favourite') {
        const { favorite_products: marked, has_more } = await api.market.favorites(
          { ...paging, key_wrod: word },
          { signal, quiet: true },
        )
        const products = marked.map((one) => one.product)
        return { products, has_more, total: products.length }
      }
      return api.market.list(
        {
          ...paging,
          keyword: word,
          sort_type: sort === 'newest' ? 2 : 1,
          ...(only === 'official' && { is_official: true }),
          ...(category && { category_id: category }),
        },
        { signal, quiet: true },
      )
    },
    getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
  })

export const categoriesQuery = (store: Store, language: string) =>
  queryOptions({
    queryKey: ['market', 'categories', store, language],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (
        await api.market.categories(
          { entity_type: stores[store], need_empty_category: false, lang: language },
          { signal, quiet: true },
        )
      ).categories,
  })

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['market', 'one', id],
    queryFn: ({ signal }) => api.market.detail({ product_id: id }, { signal, quiet: true }),
  })
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['market', 'versions', id],
    queryFn: async ({ signal }) => (await api.market.versions({ product_id: id }, { signal, quiet: true })).versions,
  })

export const refreshMarket = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['market'] })
