import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** As many as a space is likely to have; others are found by searching. */
const maxModels = 200

export interface CatalogueFilter {
  word: string
  /** A tag of the list of kinds; empty for all. */
  kind: string
  vendor: string
}

export const catalogueQuery = (spaceId: string, { word, kind, vendor }: CatalogueFilter) =>
  queryOptions({
    queryKey: ['models', 'catalogue', spaceId, word, kind, vendor],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.intelligenceModel.list(
        {
          space_id: spaceId,
          name: word,
          model_vendor: vendor,
          limit: maxModels,
          ...(kind && { tag_filters: { '1': [kind] } }),
        },
        { signal },
      ),
  })
export type CatalogueRow = Awaited<ReturnType<typeof api.intelligenceModel.list>>['model_list'][number]

export const catalogueFiltersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['models', 'catalogue-filters', spaceId],
    queryFn: ({ signal }) => api.intelligenceModel.filters({ space_id: spaceId }, { signal }),
  })

/** Trainings of the space; polled while one is running. */
export const tuningQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['models', 'tuning', spaceId],
    queryFn: async ({ signal }) => (await api.modelTuning.tasks({ space_id: spaceId }, { signal })).tasks,
    refetchInterval: 30_000,
  })
export type TuningTask = Awaited<ReturnType<typeof api.modelTuning.tasks>>['tasks'][number]

/** A model with all figures about its use in the space. */
export const modelDetailQuery = (spaceId: string, modelId: string) =>
  queryOptions({
    queryKey: ['models', 'detail', spaceId, modelId],
    queryFn: async ({ signal }) => {
      const input = { space_id: spaceId, model_id: modelId }
      const [info, usage, performance, load] = await Promise.all([
        api.intelligenceModel.info(input, { signal }),
        api.intelligenceModel.usage(input, { signal }),
        api.intelligenceModel.performance(input, { signal }),
        api.intelligenceModel.concurrency(input, { signal }),
      ])
      return { ...info, usage: usage.usage, performance, load }
    },
  })
export type ModelDetail = Awaited<ReturnType<NonNullable<ReturnType<typeof modelDetailQuery>['queryFn']>>>
