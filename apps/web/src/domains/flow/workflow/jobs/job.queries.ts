import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

const atOnce = 30
const keyOf = (workflowId: string) => ['workflow', workflowId, 'jobs'] as const

export const jobsQuery = (spaceId: string, workflowId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(workflowId), 'list'],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.workflowJob.list({ space_id: spaceId, workflow_id: workflowId, page: pageParam, size: atOnce }, { signal }),
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
  })
export type Job = Awaited<ReturnType<typeof api.workflowJob.list>>['data'][number]

/** The rows of a batch run, filtered by state, together with its current state. */
export const linesQuery = (workflowId: string, jobId: string, status: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(workflowId), jobId, status ?? 'all'],
    staleTime: 0,
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.workflowJob.tasks(
        { job_id: jobId, page: pageParam, size: atOnce, ...(status === undefined ? {} : { status: [status] }) },
        { signal },
      ),
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
  })
export type Line = Awaited<ReturnType<typeof api.workflowJob.tasks>>['task_infos'][number]

export const jobLimitsQuery = queryOptions({
  queryKey: ['workflow-job-limits'],
  staleTime: Infinity,
  queryFn: ({ signal }) => api.workflowJob.inputConfig({}, { signal }),
})

export const refreshJobs = (workflowId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(workflowId) })

/** Whether it is waiting or running, so that its state will change. */
export const isUnderWay = ({ status }: { status: number }): boolean => status < 2
