import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Dataset = Awaited<ReturnType<typeof api.dataset.get>>['dataset']
export type DatasetField = Dataset['schema']['fields'][number]
export type DatasetVersion = Awaited<ReturnType<typeof api.datasetVersion.list>>['versions'][number]
export type DatasetItem = Awaited<ReturnType<typeof api.datasetItem.search>>['items'][number]
export type DatasetJob = Awaited<ReturnType<typeof api.datasetIo.job>>['job']
export type Category = 1 | 2 | 3 | 4

const pageSize = 50

export const datasetsQuery = (spaceId: string, word: string, category: Category | undefined) =>
  infiniteQueryOptions({
    queryKey: ['dataset', 'list', spaceId, word, category],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.dataset.search(
        { spaceID: spaceId, name: word || undefined, category, page: pageParam, pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < Number(last.total) ? pages.length + 1 : undefined),
  })

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', 'one', id],
    queryFn: async ({ signal }) => (await api.dataset.get({ datasetID: id }, { signal })).dataset,
  })

/** Datasets that everyone on the instance can see and copy. */
export const publicQuery = queryOptions({
  queryKey: ['dataset', 'public'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await api.dataset.listPublic({ pageSize: 100 }, { signal })).datasets,
})
/** Experiments that used a row, with its scores. */
export const experimentsQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'experiments', datasetId, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetInsight.experiments({ datasetID: datasetId, itemID: itemId }, { signal })).experiments,
  })

/** Single-turn or multi-turn datasets: those to which rows of that form can be added. */
export const sameFormQuery = (spaceId: string, isMultiTurn: boolean) =>
  queryOptions({
    queryKey: ['dataset', 'same-form', spaceId, isMultiTurn],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { datasets } = await api.dataset.search({ spaceID: spaceId, pageSize: 100 }, { signal })
      return datasets.filter(({ features }) => features.repeatedData === isMultiTurn)
    },
  })
export const singleTurnQuery = (spaceId: string) => sameFormQuery(spaceId, false)

/** The steps by which a row was created, latest first. */
export const originQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'origin', datasetId, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetItem.deepSources({ datasetID: datasetId, id: itemId }, { signal })).deepSources,
  })
/** A row of the draft. */
export const itemQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'item', datasetId, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetItem.get({ datasetID: datasetId, itemID: itemId }, { signal })).item,
  })
/** The changes of the values of a row, newest first. */
export const historyQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'history', datasetId, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetItem.history({ datasetID: datasetId, id: itemId }, { signal })).changes,
  })
/** The rows that were copied from a row. */
export const copiesQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'copies', datasetId, itemId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetInsight.copies({ datasetID: datasetId, id: itemId }, { signal })).copies,
  })

/** A version, with the dataset as it was at that time. */
export const versionQuery = (versionId: string) =>
  queryOptions({
    queryKey: ['dataset', 'version', versionId],
    enabled: versionId !== '',
    queryFn: ({ signal }) => api.datasetVersion.get({ versionID: versionId }, { signal }),
  })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['dataset', 'versions', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.datasetVersion.list({ datasetID: id, page: pageParam, pageSize }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < Number(last.total) ? pages.length + 1 : undefined),
  })

export const diffQuery = (id: string, from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: ['dataset', 'diff', id, from, to],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.datasetVersion.diff(
        { datasetID: id, fromVersionID: from, toVersionID: to || undefined, page: pageParam, pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.added + last.removed + last.changed ? pages.length + 1 : undefined,
  })

/** Items of several turns, in the order of the dataset. */
export const turnItemsQuery = (id: string, versionId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['dataset', 'items', id, versionId, word],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const asked = { datasetID: id, page: pageParam, pageSize, word: word || undefined }
      return versionId
        ? api.datasetItem.searchOfVersion({ ...asked, versionID: versionId }, { signal })
        : api.datasetItem.search(asked, { signal })
    },
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < Number(last.filterTotal) ? pages.length + 1 : undefined,
  })

export const isRunning = ({ status }: DatasetJob): boolean => status <= JobStatus.running
export const jobsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', 'jobs', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.datasetIo.jobs({ datasetID: id }, { signal })).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 700 : false),
  })

export const refreshDatasets = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dataset'] })
export const refreshDataset = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['dataset', 'one', id] })
