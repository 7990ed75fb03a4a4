import type { SpanScore, TraceTask } from '@orrery/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type { SpanScore, TraceTask }
export type Preview = Awaited<ReturnType<typeof api.traceTasks.preview>>
export type WorkedSpan = Awaited<ReturnType<typeof api.traceTasks.log>>['spans'][number]
export type WorkedStatus = WorkedSpan['status']
const pageSize = 50
const key = (spaceId: string) => ['automation', spaceId]

export const tasksQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'list', word],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.traceTasks.list(
        {
          workspace_id: spaceId,
          limit: pageSize,
          offset: pageParam,
          ...(word && {
            task_filters: {
              filter_fields: [{ field_name: 'task_name', query_type: 'match' as const, values: [word] }],
            },
          }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < Number(last.total) ? pages.length * pageSize : undefined,
  })
export const taskQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.traceTasks.get({ workspace_id: spaceId, task_id: id }, { signal })).task,
  })
export const taskLogQuery = (spaceId: string, id: string, status: WorkedStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'log', id, status],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.traceTasks.log(
        { workspace_id: spaceId, task_id: id, limit: pageSize, status, ...(pageParam && { page_token: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last) => last.next_page_token || undefined,
  })
export const evaluatorsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'evaluators'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.traceTasks.listEvaluators({ workspace_id: spaceId }, { signal })).evaluators,
  })
/** Datasets to which spans can be added as rows. */
export const reflowSetsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'sets'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { datasets } = await api.dataset.search({ spaceID: spaceId, pageSize: 100 }, { signal })
      return datasets.filter(({ features }) => !features.repeatedData)
    },
  })
/** The apps that ran in the last week, to choose from. */
export const appsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'apps'],
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const week = { start_time: now - 7 * 86_400_000, end_time: now + 60_000, buckets: 1 }
      return (await api.traceSearch.overview({ space_id: spaceId, ...week }, { signal })).objects
    },
  })
export const scoresQuery = (spaceId: string, traceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'scores', traceId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.traceTasks.scores({ space_id: spaceId, trace_id: traceId }, { signal })).scores,
  })
export const refreshAutomations = (spaceId: string) => queryClient.invalidateQueries({ queryKey: key(spaceId) })
