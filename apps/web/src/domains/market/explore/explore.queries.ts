import { ProductEntity, ProductSort } from '@orrery/contract/shared/market'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { Product } from './product-place.ts'

/** Product kinds by store: plugins in one, templates in the other. */
const types = { plugin: ProductEntity.plugin, template: ProductEntity.templateCommon } as const
export type Store = keyof typeof types
export interface StoreSearch {
  sort?: 'newest'
  only?: 'official'
  category?: string
  word?: string
  /** A collection of the owner. */
  topic?: string
}

const pageSize = 24
/** Published bots count as templates too. */
const filterOf = (store: Store) => ({
  entity_type: types[store],
  ...(store === 'template' && { entity_types: [ProductEntity.bot] }),
})
const nextPage = (last: { has_more: boolean }, pages: unknown[]) => (last.has_more ? pages.length + 1 : undefined)

/** Products of a store, one page at a time. */
export const productsQuery = (store: Store, { sort, only, category, word, topic }: StoreSearch) =>
  infiniteQueryOptions({
    queryKey: ['market', store, { sort, only, category, word, topic }],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.market.list(
        {
          ...filterOf(store),
          page_num: pageParam,
          page_size: pageSize,
          keyword: word ?? '',
          sort_type: sort === 'newest' ? ProductSort.newest : word ? ProductSort.relative : ProductSort.heat,
          ...(only === 'official' && { is_official: true }),
          ...(category && { category_id: category }),
          ...(topic && { topic_id: topic }),
        },
        { signal },
      ),
    getNextPageParam: nextPage,
  })

/** Products that the owner of the instance features. */
export const featuredQuery = (store: Store) =>
  queryOptions({
    queryKey: ['market', 'featured', store],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.marketShowcase.featured(filterOf(store), { signal })).featured_info_list,
  })
export const topicsQuery = (store: Store) =>
  queryOptions({
    queryKey: ['market', 'topics', store],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.marketShowcase.topics({ entity_type: types[store] }, { signal })).topics,
  })

/** Products whose names match the typed text. */
export const suggest = async (store: Store, word: string, signal: AbortSignal): Promise<Product['meta_info'][]> => {
  if (!word) return []
  const { suggestions } = await api.market.suggest({ ...filterOf(store), keyword: word, page_size: 8 }, { signal })
  return suggestions
}

/** Favourites of both stores, latest first. */
export const favouritesQuery = (word: string) =>
  infiniteQueryOptions({
    queryKey: ['market', 'favourites', word],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const page = { page_num: pageParam, page_size: pageSize, key_wrod: word }
      const { favorite_products: marked, has_more } = await api.market.favorites(page, { signal })
      return { products: marked.map((item) => item.product), has_more }
    },
    getNextPageParam: nextPage,
  })

export const categoriesQuery = (store: Store | 'all', language: string) =>
  queryOptions({
    queryKey: ['market', 'categories', store, language],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const input = store === 'all' ? {} : { entity_type: types[store], need_empty_category: false }
      return (await api.market.categories({ ...input, lang: language }, { signal })).categories
    },
  })

/** Official templates that best show beginners what the studio can do. */
const beginners = ['81000010', '81000008', '81000001', '81000023']
export const beginnersQuery = queryOptions({
  queryKey: ['market', 'beginners'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const input = { entity_type: types.template, is_official: true, page_num: 1, page_size: 50, keyword: '' }
    const { products, total } = await api.market.list({ ...input, sort_type: ProductSort.heat }, { signal })
    const placeOf = ({ meta_info: { id } }: Product) => {
      const place = beginners.indexOf(id)
      return place < 0 ? beginners.length : place
    }
    const shown = products.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, beginners.length)
    return { products: shown, total }
  },
})

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['market', 'one', id],
    queryFn: ({ signal }) => api.market.detail({ product_id: id }, { signal }),
  })
export type ProductDetail = Awaited<ReturnType<typeof api.market.detail>>

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['market', 'versions', id],
    queryFn: async ({ signal }) => (await api.market.versions({ product_id: id }, { signal })).versions,
  })

export const ratingsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['market', 'ratings', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.marketRating.list({ product_id: id, page_num: pageParam, page_size: 10 }, { signal }),
    getNextPageParam: nextPage,
  })

/** The number of calls made and allowed. */
export const callInfoQuery = ({ entity_type, entity_id }: Product['meta_info']) =>
  queryOptions({
    queryKey: ['market', 'calls', entity_type, entity_id],
    queryFn: ({ signal }) => api.market.callInfo({ entity_type: entity_type as ProductEntity, entity_id }, { signal }),
  })

const maxRelated = 4
/** Products of the same kind and category, otherwise of the same kind. */
export const relatedQuery = ({ id, entity_type, category }: Product['meta_info']) =>
  queryOptions({
    queryKey: ['market', 'related', id, entity_type, category?.id],
    queryFn: async ({ signal }) => {
      const kind = { entity_type: entity_type as ProductEntity, page_size: maxRelated + 1 }
      const others = async (categoryId?: string) => {
        const { products } = await api.market.list({ ...kind, category_id: categoryId }, { signal })
        return products.filter((product) => product.meta_info.id !== id)
      }
      const related = category ? await others(category.id) : []
      return (related.length > 0 ? related : await others()).slice(0, maxRelated)
    },
  })

/** Other products by the same seller. Built-in ones have none. */
export const ofMakerQuery = ({ id, user_info: maker }: Product['meta_info']) =>
  queryOptions({
    queryKey: ['market', 'maker', maker?.user_id, id],
    enabled: maker !== undefined,
    queryFn: async ({ signal }) => {
      const input = { source: 1, user_id: maker?.user_id, limit: maxRelated + 1 }
      const { products } = await api.marketSeller.ofUser(input, { signal })
      return products.filter((product) => product.meta_info.id !== id).slice(0, maxRelated)
    },
  })

export const reportReasonsQuery = (language: string) =>
  queryOptions({
    queryKey: ['report', 'reasons', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.report.reasons({}, { signal })).report_reasons,
  })

export const refreshMarket = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['market'] })
