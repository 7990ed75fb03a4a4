import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { type ProjectResource, readResource } from './project-resource.ts'

const type = IntelligenceType.project

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    staleTime: 10_000,
    queryFn: ({ signal }) => api.intelligences.info({ intelligence_id: id, intelligence_type: type }, { signal }),
  })
export type Project = Awaited<ReturnType<typeof api.intelligences.info>>

/** All resources of a project, in the order of creation. */
export const resourcesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'resources'],
    staleTime: 5_000,
    queryFn: async ({ signal }): Promise<ProjectResource[]> => {
      const { resource_groups: found } = await api.library.ofProject({ project_id: projectId }, { signal })
      return found.flatMap((group) => group.resource_list).flatMap((row) => readResource(row) ?? [])
    },
  })

export const historyQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'history'],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.project.history({ project_id: projectId, cursor: pageParam, size: 20 }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : undefined),
  })
export type HistoryEntry = Awaited<ReturnType<typeof api.project.history>>['history_list'][number]

export const conversationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'conversations'],
    queryFn: async ({ signal }) =>
      (await api.workflowStudio.listConversations({ project_id: projectId, limit: 200 }, { signal })).data,
  })
/** Conversations that nodes created for the current user, in drafts or in published workflows. */
export const createdConversationsQuery = (projectId: string, where: 'draft' | 'online') =>
  queryOptions({
    queryKey: ['project', projectId, 'made-conversations', where],
    queryFn: async ({ signal }) => {
      const input = { project_id: projectId, limit: 200, create_method: 2, create_env: where === 'draft' ? 1 : 2 }
      return (await api.workflowStudio.listConversations(input, { signal })).data
    },
  })
export type Conversation = Awaited<ReturnType<typeof api.workflowStudio.listConversations>>['data'][number]

/** Refreshes all data of a project after it was changed outside of its pages. */
export const refreshProject = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['project', id] })
export const refreshResources = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: resourcesQuery(id).queryKey })
/** Refreshes lists that contain projects. */
export const refreshProjectLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['bots'] })
