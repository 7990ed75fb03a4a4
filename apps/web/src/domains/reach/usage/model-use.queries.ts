import type { UseSource } from '@orrery/contract/shared/use-sources'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type ModelUse = Awaited<ReturnType<typeof api.modelUsage.usage>>
export type UseShare = ModelUse['models'][number]
export type UseFigures = ModelUse['total']

/** The usage that is counted: all, from trying out, or from use by others and tasks. */
export const scopes = ['all', 'inside', 'outside'] as const
export type Scope = (typeof scopes)[number]
const sourcesOf: Record<Scope, UseSource[] | undefined> = {
  all: undefined,
  inside: ['preview', 'test', 'studio'],
  outside: ['online', 'task'],
}

export const modelUseQuery = (spaceId: string, days: number, scope: Scope) =>
  queryOptions({
    queryKey: ['usage', spaceId, 'models', days, scope],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const sources = sourcesOf[scope]
      return api.modelUsage.usage({ space_id: spaceId, days, ...(sources && { sources }) }, { signal })
    },
  })
