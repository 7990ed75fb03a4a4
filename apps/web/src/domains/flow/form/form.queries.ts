import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const formQuery = (key: string) =>
  queryOptions({
    queryKey: ['public-form', key],
    retry: false,
    queryFn: ({ signal }) => api.workflowForm.get({ key }, { signal }),
  })
export type PublicForm = Awaited<ReturnType<typeof api.workflowForm.get>>
export type FormField = PublicForm['fields'][number]

const pollMs = 1000
export const resultQuery = (key: string, submission: string) =>
  queryOptions({
    queryKey: ['public-form', key, submission],
    staleTime: 0,
    queryFn: ({ signal }) => api.workflowForm.result({ key, submission }, { signal }),
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'running' ? pollMs : false),
  })
