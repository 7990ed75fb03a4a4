import { WorkStatus } from '@orrery/contract/shared/app-plan-rules'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type AppWork = Awaited<ReturnType<typeof api.agentWork.get>>
export type Plan = NonNullable<AppWork['plan']>
export type WorkStep = AppWork['steps'][number]

export const isAtWork = (status: number): boolean => status === WorkStatus.planning || status === WorkStatus.building
const POLL_MS = 700

/** A work with its plan and steps; polled while it is in progress. */
export const workQuery = (workId: string) =>
  queryOptions({
    queryKey: ['agent-work', workId],
    queryFn: ({ signal }) => api.agentWork.get({ work_id: workId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.status) ? POLL_MS : false),
  })
/** The changes to a project that people requested in words. */
export const worksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'agent-works'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.agentWork.list({ project_id: projectId }, { signal })).works,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isAtWork(status)) ? POLL_MS : false),
  })
