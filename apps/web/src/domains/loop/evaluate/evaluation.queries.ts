import { ExperimentStatus, type TargetType } from '@orrery/contract/shared/evaluation-enums'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Experiment = Awaited<ReturnType<typeof api.experiment.list>>['experiments'][number]
export type Evaluator = Awaited<ReturnType<typeof api.evaluator.get>>['evaluator']
export type ResultRow = Awaited<ReturnType<typeof api.experimentResult.rows>>['item_results'][number]
export type Payload = NonNullable<ResultRow['turn_results'][number]['experiment_results'][number]['payload']>
export type Figures = Awaited<ReturnType<typeof api.experimentResult.statistics>>
export type Comparison = Awaited<ReturnType<typeof api.experimentResult.compare>>
export type Change = 'improved' | 'regressed' | 'same'

const pageSize = 50
const LOOK_EVERY_MS = 1000
const key = (spaceId: string) => ['evaluation', spaceId]
export const isOpen = ({ status }: Pick<Experiment, 'status'>): boolean =>
  status === ExperimentStatus.pending || status === ExperimentStatus.processing
export const refreshEvaluation = (spaceId: string) => queryClient.invalidateQueries({ queryKey: key(spaceId) })

export const experimentsQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'experiments', word],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.experiment.list(
        {
          space_id: spaceId,
          page: pageParam,
          page_size: pageSize,
          ...(word && { filter_option: { fuzzy_name: word } }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ experiments }) => experiments.some(isOpen)) ? LOOK_EVERY_MS * 2 : false,
  })
export const experimentQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'experiment', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.experiment.getMany({ space_id: spaceId, expt_ids: [id] }, { signal })).experiments[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_EVERY_MS : false),
  })
/** `stamp` changes with the progress: figures and rows follow it. */
export const figuresQuery = (spaceId: string, id: string, stamp: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'figures', id, stamp],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.experimentResult.statistics({ space_id: spaceId, expt_id: id }, { signal }),
  })
export interface RowsChoice {
  ids: string[]
  stamp?: string
  sort?: 'position' | 'worst'
  onlyFailed?: boolean
  change?: Change | undefined
  changeEvaluatorId?: string | undefined
}
const FAILED = 2
const STATE_FIELD = 4
export const resultsQuery = (spaceId: string, choice: RowsChoice) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'rows', choice],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.experimentResult.rows(
        {
          space_id: spaceId,
          experiment_ids: choice.ids,
          page: pageParam,
          page_size: pageSize,
          sort: choice.sort,
          ...(choice.change && { change: choice.change, change_evaluator_id: choice.changeEvaluatorId }),
          ...(choice.onlyFailed && {
            filters: {
              [choice.ids[0]!]: {
                filters: {
                  filter_conditions: [{ field: { field_type: STATE_FIELD }, operator: 1, value: String(FAILED) }],
                },
              },
            },
          }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < Number(last.total) ? pages.length + 1 : undefined),
  })
export const comparisonQuery = (spaceId: string, ids: string[]) =>
  queryOptions({
    queryKey: [...key(spaceId), 'comparison', ids],
    staleTime: 0,
    enabled: ids.length > 1,
    queryFn: ({ signal }) => api.experimentResult.compare({ space_id: spaceId, experiment_ids: ids }, { signal }),
  })
export const comparedQuery = (spaceId: string, ids: string[]) =>
  queryOptions({
    queryKey: [...key(spaceId), 'compared', ids],
    staleTime: 0,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) =>
      (await api.experiment.getMany({ space_id: spaceId, expt_ids: ids }, { signal })).experiments,
  })
export const evaluatorsQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'evaluators', word],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.evaluator.list(
        { space_id: spaceId, search_name: word || undefined, page_num: pageParam, page_size: pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < Number(last.total) ? pages.length + 1 : undefined),
  })
export const evaluatorQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'evaluator', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evaluator.get({ space_id: spaceId, evaluator_id: id }, { signal })).evaluator,
  })
export const evaluatorVersionsQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'versions', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evaluator.versions({ space_id: spaceId, evaluator_id: id, page_size: 100 }, { signal }))
        .evaluator_versions,
  })
/** Evaluators that have a version: only these can score. */
export const readyEvaluatorsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'ready'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { evaluators } = await api.evaluator.list({ space_id: spaceId, page_size: 100 }, { signal })
      const ids = evaluators.flatMap(({ current_version }) => current_version?.id || [])
      return ids.length
        ? (await api.evaluator.versionsByIds({ space_id: spaceId, evaluator_version_ids: ids }, { signal })).evaluators
        : []
    },
  })
export const templatesQuery = queryOptions({
  queryKey: ['evaluation', 'templates'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (await api.evaluator.templates({ builtin_template_type: 1 }, { signal })).builtin_template_keys,
})
export const sourcesQuery = (spaceId: string, type: TargetType) =>
  queryOptions({
    queryKey: [...key(spaceId), 'sources', type],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evalTarget.sources({ space_id: spaceId, target_type: type, page_size: 100 }, { signal })).eval_targets,
  })
export const sourceStatesQuery = (spaceId: string, type: TargetType, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'states', type, id],
    staleTime: 0,
    enabled: id !== '',
    queryFn: async ({ signal }) =>
      (await api.evalTarget.sourceVersions({ space_id: spaceId, source_target_id: id, target_type: type }, { signal }))
        .versions,
  })
export const datasetChoicesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'datasets'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.dataset.search({ spaceID: spaceId, pageSize: 100 }, { signal })).datasets,
  })
