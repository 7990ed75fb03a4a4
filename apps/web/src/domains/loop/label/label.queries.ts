import { LabelStatus } from '@orrery/contract/shared/label-enums'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Label = Awaited<ReturnType<typeof api.label.search>>['tags'][number]
const pageSize = 100

/** The tags of a space, page by page, most recently changed first. */
export const labelPagesQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['label', 'pages', spaceId, word],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.label.search({ spaceID: spaceId, tagKeyNameLike: word || undefined, page: pageParam, pageSize }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < Number(last.total) ? pages.length + 1 : undefined),
  })
/** The tags to choose from. */
export const labelsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['label', 'list', spaceId],
    queryFn: ({ signal }) => api.label.search({ spaceID: spaceId, pageSize }, { signal }),
  })
export const labelVersionsQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: ['label', 'versions', spaceId, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.label.get({ spaceID: spaceId, tagKeyID: id }, { signal })).tags,
  })
export const refreshLabels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['label'] })

const statusKeys = {
  [LabelStatus.active]: 'active',
  [LabelStatus.inactive]: 'inactive',
  [LabelStatus.deprecated]: 'deprecated',
} as const
export type StatusNumber = keyof typeof statusKeys
export const statusKeyOf = (status: number) => statusKeys[status as StatusNumber] ?? 'active'
