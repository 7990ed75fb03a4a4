import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const triggersQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'triggers'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.workflowTrigger.list({ workflow_id: workflowId, page_size: 100 }, { signal })).trigger_list,
  })
export type Trigger = Awaited<ReturnType<typeof api.workflowTrigger.list>>['trigger_list'][number]

const atOnce = 20
export const firingsQuery = (workflowId: string, triggerId: string, isFailed: boolean) =>
  infiniteQueryOptions({
    queryKey: ['workflow', workflowId, 'triggers', triggerId, isFailed],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.workflowTrigger.history(
        { trigger_id: triggerId, page_num: pageParam, page_size: atOnce, ...(isFailed && { is_failed: true }) },
        { signal },
      ),
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
  })
export type Firing = Awaited<ReturnType<typeof api.workflowTrigger.history>>['list'][number]

/** The next times of a schedule; requested again when the first of them has passed. */
export const previewQuery = (cron: string, timeZone: string, first: number) =>
  queryOptions({
    queryKey: ['schedule-preview', cron, timeZone, first],
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.workflowTrigger.preview({ cron, time_zone: timeZone, count: 5 }, { signal })).times,
  })

export const receivedCallQuery = (triggerId: string) =>
  queryOptions({
    queryKey: ['trigger-heard', triggerId],
    staleTime: 0,
    queryFn: ({ signal }) => api.workflowTrigger.heard({ trigger_id: triggerId }, { signal }),
  })

/** Refreshes the triggers of a workflow and their history. */
export const refreshTriggers = (workflowId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: triggersQuery(workflowId).queryKey })
