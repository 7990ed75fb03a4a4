import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const canvasQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'canvas'],
    // The editor owns the loaded draft: it is fetched on each visit and never refetched in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.workflow.canvas({ workflow_id: workflowId }, { signal }),
  })
export type LoadedWorkflow = Awaited<ReturnType<typeof api.workflow.canvas>>

/**
 * The editor features that the owner of the instance enables for this space. While loading, all features are offered,
 * which is the default.
 */
const featuresQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['workflow-features', spaceId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.workflowFeature.list({ space_id: spaceId }, { signal })).data,
  })
export function useHasFeature(spaceId: string, name: 'build_with_model' | 'table_jobs'): boolean {
  const { data } = useQuery(featuresQuery(spaceId))
  return data?.find(({ feature }) => feature === name)?.in_gray ?? true
}

/** The canvas of a published version, which never changes. */
export const versionCanvasQuery = (workflowId: string, version: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'version-canvas', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      api.workflowVersion.history({ workflow_id: workflowId, workflow_version: version }, { signal }),
  })

const atOnce = 30
export const workflowListQuery = (spaceId: string, filter: { name: string; flowMode: number | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['workflows', spaceId, filter],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.workflow.list(
        {
          space_id: spaceId,
          page: pageParam,
          size: atOnce,
          name: filter.name,
          ...(filter.flowMode === undefined ? {} : { flow_mode: filter.flowMode }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.workflow_list.length, 0)
      return last.workflow_list.length > 0 && seen < last.total ? pages.length + 1 : undefined
    },
  })
export type ListedWorkflow = Awaited<ReturnType<typeof api.workflow.list>>['workflow_list'][number]

/** Refreshes all lists that show workflows, after one was created, copied, renamed or deleted. */
export const refreshWorkflowLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['workflows'] })
