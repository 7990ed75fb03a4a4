import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { isBusy } from './document-state.ts'

export type Base = Awaited<ReturnType<typeof api.knowledge.list>>['dataset_list'][number]
type Listed = Awaited<ReturnType<typeof api.knowledge.listDocuments>>
export type KnowledgeDocument = Listed['document_infos'][number]
export type Slice = Awaited<ReturnType<typeof api.knowledge.listSlices>>['slices'][number]
export type Photo = Awaited<ReturnType<typeof api.knowledge.photos>>['photo_infos'][number]
export type Hit = Awaited<ReturnType<typeof api.knowledge.recall>>['hits'][number]
export type Column = KnowledgeDocument['table_meta'][number]

const pageSize = 50
/** The polling interval while a document is being processed. */
const whileBusy = 1_500

export const basesQuery = (spaceId: string, { word = '', format }: { word?: string; format?: 0 | 1 | 2 } = {}) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'bases', spaceId, { word, format }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.knowledge.list(
        { space_id: spaceId, filter: { name: word, format_type: format }, page: pageParam, size: pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
  })

export const baseQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'base', datasetId],
    queryFn: async ({ signal }) =>
      (await api.knowledge.detail({ dataset_ids: [datasetId] }, { signal })).dataset_details[datasetId] ?? null,
    refetchInterval: ({ state }) => (state.data?.processing_file_list.length ? whileBusy * 2 : false),
  })

export interface DocumentFilter {
  word: string
  statuses: readonly number[]
}
export const documentsQuery = (datasetId: string, { word, statuses }: DocumentFilter) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'documents', datasetId, { word, statuses }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.knowledge.listDocuments(
        {
          dataset_id: datasetId,
          keyword: word,
          statuses: statuses.length ? ([...statuses] as KnowledgeDocument['status'][]) : undefined,
          page: pageParam,
          size: pageSize,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.document_infos.some((documentInfo) => isBusy(documentInfo.status)))
        ? whileBusy
        : false,
  })

/** The import progress of documents, with the remaining time. */
export const progressQuery = (documentIds: readonly string[]) =>
  queryOptions({
    queryKey: ['knowledge', 'progress', documentIds],
    enabled: documentIds.length > 0,
    queryFn: async ({ signal }) => (await api.knowledge.progress({ document_ids: [...documentIds] }, { signal })).data,
    refetchInterval: ({ state }) =>
      !state.data || state.data.some((item) => isBusy(item.status)) ? whileBusy / 2 : false,
  })
export type Progressed = Awaited<ReturnType<typeof api.knowledge.progress>>['data'][number]

export interface SliceFilter {
  word: string
  byHits: boolean
}
export const slicesQuery = (documentId: string, { word, byHits }: SliceFilter) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'slices', documentId, { word, byHits }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.knowledge.listSlices(
        {
          document_id: documentId,
          keyword: word,
          page_no: pageParam,
          page_size: pageSize,
          sort_field: byHits ? 'hit_count' : '',
          is_asc: !byHits,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.hasmore ? pages.length + 1 : undefined),
  })

/** A page of the file, by its number; 0: the page that contains the text `find`. */
export const originalQuery = (documentId: string, page: number, find = '') =>
  queryOptions({
    queryKey: ['knowledge', 'original', documentId, page, page ? '' : find],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.knowledge.original({ document_id: documentId, page: page || 1, find: page ? '' : find }, { signal }),
  })

export const photosQuery = (datasetId: string, { word, has }: { word: string; has?: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['knowledge', 'photos', datasetId, { word, has }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.knowledge.photos(
        { dataset_id: datasetId, page: pageParam, size: pageSize, filter: { keyword: word, has_caption: has } },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.photo_infos.some((photoInfo) => isBusy(photoInfo.status)))
        ? whileBusy
        : false,
  })

export const embeddingsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'embeddings', spaceId],
    queryFn: async ({ signal }) => (await api.knowledge.embeddingModels({ space_id: spaceId }, { signal })).models,
  })

export const usersQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'bots', datasetId],
    queryFn: async ({ signal }) => (await api.knowledge.refBots({ dataset_id: datasetId }, { signal })).ref_bots,
  })

export const casesQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'cases', datasetId],
    queryFn: ({ signal }) => api.knowledge.cases({ dataset_id: datasetId, size: 200 }, { signal }),
  })

export const caseRunsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'caseRuns', datasetId],
    queryFn: async ({ signal }) => (await api.knowledge.caseRuns({ dataset_id: datasetId }, { signal })).runs,
  })

/** Refetches everything about knowledge bases, after a change. */
export const refreshKnowledge = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['knowledge'] })

/** Search engines that the caller has connected. */
export const enginesQuery = queryOptions({
  queryKey: ['knowledge', 'engines'],
  queryFn: async ({ signal }) => (await api.knowledge.engineInstances({}, { signal })).configs,
})

/** How often each account is checked for new files. */
export const frequencyQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['knowledge', datasetId, 'appendFrequency'],
    queryFn: async ({ signal }) =>
      (await api.knowledge.getAppendFrequency({ dataset_id: datasetId }, { signal })).auth_frequency_info,
  })
