import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type AnnotationTask = Awaited<ReturnType<typeof api.annotationQueue.list>>['tasks'][number]
export type AnnotationDetail = Awaited<ReturnType<typeof api.annotationQueue.get>>
export type Question = AnnotationDetail['questions'][number]
export type AnnotationLabel = NonNullable<Awaited<ReturnType<typeof api.annotationQueue.next>>['label']>
const MAX_TASKS = 100

export const tasksQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['annotation', 'list', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.annotationQueue.list({ spaceID: spaceId, pageSize: MAX_TASKS }, { signal })).tasks,
  })
export const taskQuery = (spaceId: string, taskId: string) =>
  queryOptions({
    queryKey: ['annotation', 'one', spaceId, taskId],
    staleTime: 0,
    queryFn: ({ signal }) => api.annotationQueue.get({ spaceID: spaceId, taskID: taskId }, { signal }),
  })
/** The next row to label; null if none is left. */
export const nextQuery = (spaceId: string, taskId: string, skip: string[]) =>
  queryOptions({
    queryKey: ['annotation', 'next', spaceId, taskId, skip],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.annotationQueue.next({ spaceID: spaceId, taskID: taskId, skip }, { signal })).label ?? null,
  })
export const mineQuery = (spaceId: string, taskId: string) =>
  queryOptions({
    queryKey: ['annotation', 'mine', spaceId, taskId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.annotationQueue.mine({ spaceID: spaceId, taskID: taskId, pageSize: 100 }, { signal })).labels,
  })
export const disputedQuery = (spaceId: string, taskId: string) =>
  queryOptions({
    queryKey: ['annotation', 'disputed', spaceId, taskId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.annotationQueue.disagreements({ spaceID: spaceId, taskID: taskId, pageSize: 100 }, { signal })).rows,
  })
export const refreshAnnotation = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['annotation'] })
