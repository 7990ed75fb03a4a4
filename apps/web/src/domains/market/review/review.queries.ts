import { DraftStatus, ProductSort, ProductState } from '@orrery/contract/shared/market'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const reviewViews = ['waiting', 'listed', 'unlisted', 'banned', 'reported', 'front'] as const
export type ReviewView = (typeof reviewViews)[number]
const filters = {
  waiting: { draft_status: DraftStatus.pending },
  listed: { product_status: ProductState.listed },
  unlisted: { product_status: ProductState.unlisted },
  banned: { product_status: ProductState.banned },
} as const

const pageSize = 30
/** Products as the instance owner sees them. */
export const reviewQuery = (view: keyof typeof filters, word: string) =>
  infiniteQueryOptions({
    queryKey: ['market', 'review', view, word],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.marketAdmin.list(
        { ...filters[view], keyword: word, sort_type: ProductSort.newest, page_num: pageParam, page_size: pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
  })
export type ReviewedProduct = Awaited<ReturnType<typeof api.marketAdmin.list>>['products'][number]

export const reportsQuery = infiniteQueryOptions({
  queryKey: ['market', 'reports'],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) => api.report.query({ page_num: pageParam, page_size: pageSize }, { signal }),
  getNextPageParam: (last, pages) => (pages.length * pageSize < last.total_count ? pages.length + 1 : undefined),
})
export type Report = Awaited<ReturnType<typeof api.report.query>>['report_datas'][number]

export const reportsOfQuery = (productId: string) =>
  queryOptions({
    queryKey: ['market', 'reports', productId],
    queryFn: async ({ signal }) =>
      (await api.report.query({ object_id_list: [productId], page_size: 50 }, { signal })).report_datas,
  })

export const frontFeaturedQuery = queryOptions({
  queryKey: ['market', 'front', 'featured'],
  queryFn: async ({ signal }) => (await api.marketShowcaseAdmin.featured({}, { signal })).featured_product_info_list,
})
export const frontTopicsQuery = queryOptions({
  queryKey: ['market', 'front', 'topics'],
  queryFn: async ({ signal }) => (await api.marketShowcaseAdmin.topics({}, { signal })).topics,
})

/** A product in any state; hidden ones only for the instance owner and the seller. */
export const reviewedQuery = (productId: string) =>
  queryOptions({
    queryKey: ['market', 'one', productId],
    queryFn: ({ signal }) => api.market.detail({ product_id: productId }, { signal }),
  })

/** The submitted version, visible to reviewers only. */
export const waitingQuery = (productId: string, isWaiting: boolean) =>
  queryOptions({
    // A separate key: after the decision the version no longer exists and must not be refetched.
    queryKey: ['waiting', productId],
    enabled: isWaiting,
    queryFn: ({ signal }) => api.marketReview.waiting({ product_id: productId }, { signal }),
  })

export const refreshReview = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['market'] })
