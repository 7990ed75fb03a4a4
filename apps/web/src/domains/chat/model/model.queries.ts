import type { ListedModel } from '@orrery/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** Models and voices that a bot of a space can use. */
export const modelListQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['models', 'list', spaceId],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.model.typeList({ model: true, voice: true, space_id: spaceId }, { signal }),
  })

const none: readonly ListedModel[] = []
export const useModels = (spaceId: string): readonly ListedModel[] =>
  useQuery(modelListQuery(spaceId)).data?.model_list ?? none

/** Scope of the managed models: the instance or one space. */
export type Scope = { spaceId: string } | null
const scopeKey = (scope: Scope) => scope?.spaceId ?? 'instance'

/** The same calls under two names; a space adds itself to the input. */
export function manageApi(scope: Scope) {
  return scope ? { calls: api.spaceModel, base: { space_id: scope.spaceId } } : { calls: asSpace, base: nowhere }
}
/** The calls of the instance take the same input and drop what they do not know. */
const asSpace = api.instanceModel as unknown as typeof api.spaceModel
const nowhere = {} as { space_id: string }

export const providersQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['models', 'providers', scopeKey(scope)],
    queryFn: ({ signal }) => {
      const { calls, base } = manageApi(scope)
      return calls.providers({ ...base }, { signal })
    },
  })

export const limitsQuery = queryOptions({
  queryKey: ['models', 'limits'],
  queryFn: ({ signal }) => api.model.limits({}, { signal }),
})
export type TurnLimits = Awaited<ReturnType<typeof api.model.limits>>

export const refreshModels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['models'] })
