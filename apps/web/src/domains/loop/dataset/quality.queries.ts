import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { Dataset } from './dataset.queries.ts'

export type FieldProfile = Awaited<ReturnType<typeof api.datasetInsight.profile>>['fields'][number]
export type Pair = Awaited<ReturnType<typeof api.datasetDedup.pairs>>['job']['itemPairs'][number]
export type QualityJob = Awaited<ReturnType<typeof api.datasetQuality.list>>['jobs'][number]
const MAX_PAIRS = 100

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', 'profile', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.datasetInsight.profile({ datasetID: id }, { signal }),
  })
const isSearching = ({ status }: { status: number }) => status <= JobStatus.running
export const searchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', 'searches', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.datasetDedup.latest({ datasetID: id }, { signal })).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isSearching) ? 700 : false),
  })
/** A search for duplicates with its undecided pairs. */
export const pairsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['dataset', 'pairs', jobId],
    enabled: jobId !== '',
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetDedup.pairs({ jobID: jobId, confirmType: 0, pageSize: MAX_PAIRS }, { signal })).job,
    refetchInterval: ({ state }) => (state.data && isSearching(state.data) ? 700 : false),
  })
export const qualityJobsQuery = ({ id, spaceID }: Pick<Dataset, 'id' | 'spaceID'>) =>
  queryOptions({
    queryKey: ['dataset', 'quality', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetQuality.list({ spaceID, datasetID: id, pageSize: 100 }, { signal })).jobs,
  })
const hasEnded = (status: string) => !['pending', 'running'].includes(status)
/** The newest run of a setup; null before the first. */
export const qualityRunQuery = ({ id, spaceID }: Pick<Dataset, 'id' | 'spaceID'>, jobId: string) =>
  queryOptions({
    queryKey: ['dataset', 'quality-run', id, jobId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      api.datasetQuality
        .instance({ spaceID, datasetID: id, jobID: jobId }, { signal })
        .then(({ instance }) => instance)
        .catch((error: unknown) => {
          if (error instanceof Error && 'status' in error && error.status === 404) return null
          throw error
        }),
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data.status) ? 700 : false),
  })
export const refreshSearches = (): Promise<unknown> =>
  Promise.all(['searches', 'pairs'].map((part) => queryClient.invalidateQueries({ queryKey: ['dataset', part] })))
export const refreshQuality = (): Promise<unknown> =>
  Promise.all(['quality', 'quality-run'].map((part) => queryClient.invalidateQueries({ queryKey: ['dataset', part] })))
