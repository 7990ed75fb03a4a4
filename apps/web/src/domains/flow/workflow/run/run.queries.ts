import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const casesQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'cases'],
    queryFn: async ({ signal }) => (await api.workflowRun.cases({ workflow_id: workflowId }, { signal })).cases,
  })
export type TestCase = Awaited<ReturnType<typeof api.workflowRun.cases>>['cases'][number]
export type CaseResult = Awaited<ReturnType<typeof api.workflowRun.runCases>>['results'][number]

export interface RunFilter {
  status?: number
  kinds?: number[]
  start_time?: number
}
const atOnce = 30
export const runsQuery = (workflowId: string, filter: RunFilter) =>
  infiniteQueryOptions({
    queryKey: ['workflow', workflowId, 'runs', filter],
    staleTime: 0,
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.workflowRun.history(
        { workflow_id: workflowId, ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: atOnce },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.cursor : undefined),
  })
export type LoggedRun = Awaited<ReturnType<typeof api.workflowRun.history>>['runs'][number]

export const refreshRuns = (workflowId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'runs'] })
export const refreshCases = (workflowId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: casesQuery(workflowId).queryKey })

/** The latest runs, to switch between them in the panel. */
export const recentRunsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'runs', 'recent'],
    staleTime: 0,
    queryFn: ({ signal }) => api.workflowRun.history({ workflow_id: workflowId, limit: 20 }, { signal }),
  })

/** Complete values of a node, of which the record contains only the beginning. */
export const valuesQuery = (workflowId: string, executeId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'values', executeId, nodeId],
    queryFn: ({ signal }) =>
      api.workflowRun.values({ workflow_id: workflowId, execute_id: executeId, node_ids: [nodeId] }, { signal }),
  })
