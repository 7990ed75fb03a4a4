import { CrowdPlatform, CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { Dataset } from './dataset.queries.ts'

export type CrowdJob = Awaited<ReturnType<typeof api.datasetCrowd.list>>['tasks'][number]
type Of = Pick<Dataset, 'id' | 'spaceID'>
const MAX_JOBS = 100

export const isOpenCrowd = ({ status }: CrowdJob): boolean => status <= CrowdStatus.abnormal
export const crowdJobsQuery = ({ id, spaceID }: Of) =>
  queryOptions({
    queryKey: ['dataset', 'crowd', id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const asked = { spaceID, searchConfig: { datasetID: id }, pageSize: MAX_JOBS }
      return (await api.datasetCrowd.list(asked, { signal })).tasks
    },
    refetchInterval: ({ state }) => (state.data?.some(isOpenCrowd) ? 2000 : false),
  })
export const studioQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['dataset', 'studio', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetCrowd.connection({ spaceID: spaceId }, { signal })).connection ?? null,
  })
const platform = CrowdPlatform.labelStudio
export const studioProjectsQuery = (spaceId: string, isWanted: boolean) =>
  queryOptions({
    queryKey: ['dataset', 'studio-projects', spaceId],
    enabled: isWanted,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetCrowd.projects({ spaceID: spaceId, platform }, { signal })).taskSummaries,
  })
/** The fields that a Label Studio project shows of a row, and its questions. */
export const studioProjectQuery = (spaceId: string, taskId: string) =>
  queryOptions({
    queryKey: ['dataset', 'studio-project', spaceId, taskId],
    enabled: taskId !== '',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { flowConfig } = await api.datasetCrowd.flow({ spaceID: spaceId, taskID: taskId, platform }, { signal })
      return {
        needs: flowConfig.requiredFields.map(({ key }) => key),
        questions: flowConfig.nodes.map(({ nodeID }) => nodeID),
      }
    },
  })
export const refreshCrowd = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dataset'] })
