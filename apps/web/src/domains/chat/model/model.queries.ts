import type { ListedModel } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { ModelType } from '@orrery/contract/shared/model-support'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** Models of a kind, and voices, that a bot of a space can use. */
export const modelListQuery = (spaceId: string, type: ModelType = ModelType.chat) =>
  queryOptions({
    queryKey: ['models', 'list', spaceId, type],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.model.typeList(
        { model: true, voice: type === ModelType.chat, space_id: spaceId, model_type: type },
        { signal },
      ),
  })

const none: readonly ListedModel[] = []
export const useModels = (spaceId: string): readonly ListedModel[] =>
  useQuery(modelListQuery(spaceId)).data?.model_list ?? none

/** Whether the user may not see the list: a collaborator on a single resource is not a member of the space. */
export function useModelsClosed(spaceId: string): boolean {
  const { error } = useQuery(modelListQuery(spaceId))
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** Scope of the managed models: the instance or one space. */
export type Scope = { spaceId: string } | null
const scopeKey = (scope: Scope) => scope?.spaceId ?? 'instance'

/** The calls for a scope: instance and space have the same ones, and a space adds its id to the input. */
export function manageApi(scope: Scope) {
  return scope ? { calls: api.spaceModel, base: { space_id: scope.spaceId } } : { calls: instanceCalls, base: noSpace }
}
/** The calls of the instance take the same input and ignore unknown fields. */
const instanceCalls = api.instanceModel as unknown as typeof api.spaceModel
const noSpace = {} as { space_id: string }

export const providersQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['models', 'providers', scopeKey(scope)],
    queryFn: ({ signal }) => {
      const { calls, base } = manageApi(scope)
      return calls.providers({ ...base }, { signal })
    },
  })

/** The models that a saved provider lists. */
export const remoteModelsQuery = (scope: Scope, providerId: string) =>
  queryOptions({
    queryKey: ['models', 'remote', scopeKey(scope), providerId],
    retry: false,
    queryFn: ({ signal }) => {
      const { calls, base } = manageApi(scope)
      return calls.remoteModels({ ...base, provider_id: providerId }, { signal })
    },
  })
export type RemoteModel = Awaited<ReturnType<typeof api.spaceModel.remoteModels>>['models'][number]

/** Teams that models can be shared with. */
export const teamsQuery = (scope: Scope, word: string) =>
  queryOptions({
    queryKey: ['models', 'teams', scopeKey(scope), word],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { calls, base } = manageApi(scope)
      return calls.teams({ ...base, search_word: word }, { signal })
    },
  })

/** Where the user can add a model for a space, or whom to ask. */
export const guideQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['models', 'guide', spaceId],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.model.guide({ space_id: spaceId }, { signal }),
  })

export const limitsQuery = queryOptions({
  queryKey: ['models', 'limits'],
  queryFn: ({ signal }) => api.model.limits({}, { signal }),
})
export type TurnLimits = Awaited<ReturnType<typeof api.model.limits>>

export const refreshModels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['models'] })
