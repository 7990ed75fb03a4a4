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
export type Plan = Awaited<ReturnType<typeof api.evaluationPlan.list>>['plans'][number]
export type Gate = NonNullable<Awaited<ReturnType<typeof api.evaluationGate.get>>['gate']>
export type LabelTask = Awaited<ReturnType<typeof api.evaluationLabel.list>>['manual_annotation_tasks'][number]
export type Chart = Awaited<ReturnType<typeof api.evaluationReport.charts>>['analysis_chart_report_infos'][number]
export type Change = 'improved' | 'regressed' | 'same'

const pageSize = 50
const POLL_MS = 1500
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
      state.data?.pages.some(({ experiments }) => experiments.some(isOpen)) ? POLL_MS * 2 : false,
  })
export const experimentQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'experiment', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.experiment.getMany({ space_id: spaceId, expt_ids: [id] }, { signal })).experiments[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_MS : false),
  })
/** `stamp` changes with the progress, so that figures and rows are fetched again. */
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
/** Evaluators with at least one version: only these can score. */
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
export const plansQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'plans', word],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.evaluationPlan.list(
        {
          space_id: spaceId,
          page_size: pageSize,
          ...(word && { name: word }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => (next_cursor === '0' ? undefined : next_cursor),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ plans }) => plans.some(({ last_run }) => last_run && isOpen(last_run)))
        ? POLL_MS * 2
        : false,
  })
export const plansOfBotQuery = (spaceId: string, botId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'plans-of', botId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evaluationPlan.list({ space_id: spaceId, source_id: botId, page_size: 100 }, { signal })).plans,
  })
export const gateQuery = (spaceId: string, botId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'gate', botId],
    staleTime: 0,
    queryFn: ({ signal }) => api.evaluationGate.get({ bot_id: botId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.gate?.state === 'running' ? POLL_MS : false),
  })
/** The source of an annotation task: all outputs of a saved comparison side by side, or one experiment. */
export const LabelSource = { comparison: 1, experiment: 2 } as const
/** Where labels are shown: as columns of the report, or on their own page. */
export const LabelArea = { report: 1, page: 2 } as const
export const labelTasksQuery = (spaceId: string, sourceId: string, source: number = LabelSource.experiment) =>
  queryOptions({
    queryKey: [...key(spaceId), 'label-tasks', sourceId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.evaluationLabel.list(
          { space_id: spaceId, source_id: sourceId, source_types: [source], page_size: 100 },
          { signal },
        )
      ).manual_annotation_tasks,
  })
/** The labels of some rows in one annotation task. */
export const rowLabelsQuery = (spaceId: string, taskId: string, rowIds: string[]) =>
  queryOptions({
    queryKey: [...key(spaceId), 'row-labels', taskId, rowIds],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.evaluationLabel.labels(
          { space_id: spaceId, manual_annotation_task_id: taskId, object_ids: rowIds, status: [50], page_size: 200 },
          { signal },
        )
      ).manual_annotation_label_tasks,
  })
export const savedComparisonQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'saved-comparison', id],
    staleTime: 0,
    enabled: id !== '',
    queryFn: async ({ signal }) =>
      (await api.evaluationReport.comparisonMeta({ space_id: spaceId, contrast_report_id: id }, { signal }))
        .contrast_report_meta,
  })
export const savedComparisonsQuery = (spaceId: string, experimentId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'saved-comparisons', experimentId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evaluationReport.comparisons({ space_id: spaceId, task_id: experimentId }, { signal }))
        .contrast_report_meta_infos,
  })
/** The key of an experiment in the calls of its table. */
export const tableKey = (spaceId: string, { id, plan_id }: Experiment) => ({
  space_id: spaceId,
  case_id: plan_id,
  task_id: id,
})
export const chartsQuery = (at: ReturnType<typeof tableKey>, stamp: string) =>
  queryOptions({
    queryKey: [...key(at.space_id), 'charts', at.task_id, stamp],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.evaluationReport.charts({ ...at, limit: 50 }, { signal })).analysis_chart_report_infos,
  })
/** The evaluators of an experiment, with the ids that charts use for them. */
export const chartRulesQuery = (at: ReturnType<typeof tableKey>) =>
  queryOptions({
    queryKey: [...key(at.space_id), 'chart-rules', at.task_id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.evaluationReport.aggregate(at, { signal })).aggregate_report.column_rule_info,
  })
export const resultTableQuery = (at: ReturnType<typeof tableKey>) =>
  queryOptions({
    queryKey: [...key(at.space_id), 'table', at.task_id],
    staleTime: 0,
    queryFn: ({ signal }) => api.evaluationTable.state(at, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.export_status === 1 || state.data?.import_status === 1 ? POLL_MS : false,
  })
export const judgeCardQuery = (spaceId: string, evaluatorId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'card', evaluatorId],
    staleTime: 0,
    queryFn: ({ signal }) => api.evaluator.card({ space_id: spaceId, evaluator_id: evaluatorId }, { signal }),
  })
export const pairwiseQuery = (spaceId: string, firstId: string, secondId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'pairwise', firstId, secondId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.pairwise.last({ space_id: spaceId, first_id: firstId, second_id: secondId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.pairwise?.state === 'waiting' || state.data?.pairwise?.state === 'running' ? POLL_MS : false,
  })
export const mockSetsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'mock-sets'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.mockSet.list({ bizCtx: { bizSpaceID: spaceId }, pageLimit: 100 }, { signal })).mockSets,
  })
