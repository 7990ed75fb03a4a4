import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { ReleaseTaskStatus } from '@orrery/contract/shared/prompt-enums'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Prompt = Awaited<ReturnType<typeof api.promptManage.get>>['prompt']
export type Release = Awaited<ReturnType<typeof api.promptRelease.list>>['infos'][number]
export type ReleaseTask = Awaited<ReturnType<typeof api.promptReleaseTask.get>>['release_task']
export type Merge = Awaited<ReturnType<typeof api.promptManage.checkPublish>>

const pageSize = 50

interface PromptListFilter {
  word: string
  type?: number | undefined
  folder?: string | undefined
  tag?: string | undefined
}
export const promptsQuery = (spaceId: string, { word, type, folder, tag }: PromptListFilter) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'list', spaceId, word, type, folder, tag],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.promptManage.list(
        {
          space_id: spaceId,
          page: pageParam,
          page_size: pageSize,
          key_word: word || undefined,
          filter_prompt_types: type ? [type] : undefined,
          folder,
          tag_ids: tag ? [tag] : undefined,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
  })

/** The reader's draft. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'draft', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.promptManage.get({ prompt_id: id, personal_draft: true }, { signal })).prompt,
  })

export const versionQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: ['prompts', 'version', id, version],
    enabled: version !== '',
    queryFn: async ({ signal }) => (await api.promptManage.get({ prompt_id: id, version }, { signal })).prompt,
  })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'versions', id],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.promptManage.versions({ prompt_id: id, cursor: pageParam, page_size: pageSize }, { signal }),
    getNextPageParam: (last) => (last.has_more ? Number(last.next_cursor) : undefined),
  })

export type TextUse = Awaited<ReturnType<typeof api.promptSegment.uses>>['uses'][number]
/** The prompts that include a text. */
export const usesQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: ['prompts', 'uses', id, version],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptSegment.uses({ prompt_id: id, version: version || undefined }, { signal }),
  })

export const releasesQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'releases', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.promptRelease.list({ prompt_id: id, page_size: 50 }, { signal })).infos,
  })

export const tasksQuery = (spaceId: string, promptId: string) =>
  queryOptions({
    queryKey: ['prompts', 'tasks', spaceId, promptId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.promptReleaseTask.list({ space_id: spaceId, prompt_id: promptId, page_size: 20 }, { signal }))
        .release_tasks,
    // A gate waits for the judge, which takes as long as its model, so poll.
    refetchInterval: ({ state }) => (state.data?.some(isJudged) ? 1000 : false),
  })
/** Whether a release waits for the judge of its gate. */
export const isJudged = (task: ReleaseTask) =>
  task.release_check_result.check_detail.some(({ check_result: result }) => result === 'wait') &&
  task.status === ReleaseTaskStatus.inProgress

export const releaseSettingsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'settings', spaceId],
    queryFn: ({ signal }) => api.promptRelease.settings({ space_id: spaceId }, { signal }),
  })

export type Gate = NonNullable<Awaited<ReturnType<typeof api.promptGate.get>>['gate']>
export const gateQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'gate', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptGate.get({ prompt_id: id }, { signal }),
  })

export const contextQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'context', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptRun.context({ prompt_id: id }, { signal }),
  })

export type VariableSet = Awaited<ReturnType<typeof api.promptVariableSet.list>>['sets'][number]
export const variableSetsQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'variable-sets', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.promptVariableSet.list({ prompt_id: id }, { signal })).sets,
  })

export type Tried = Awaited<ReturnType<typeof api.promptRun.history>>['debug_history'][number]
/** Tries in the editor, by the reader or by everyone. */
export const historyQuery = (id: string, isAll: boolean) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'history', id, isAll],
    staleTime: 0,
    initialPageParam: '0',
    queryFn: ({ pageParam, signal }) =>
      api.promptRun.history(
        { prompt_id: id, list_all: isAll, ...(pageParam !== '0' && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : undefined),
  })
export const refreshHistory = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['prompts', 'history', id] })

/** The calls of each version, and the bots and workflows that follow the prompt. */
export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'usage', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptUsage.get({ prompt_id: id }, { signal }),
  })
export type Usage = Awaited<ReturnType<typeof api.promptUsage.get>>

export type Batch = Awaited<ReturnType<typeof api.promptBatch.list>>['batches'][number]
export const batchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'batches', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.promptBatch.list({ prompt_id: id }, { signal })).batches,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'open') ? 1000 : false),
  })
/** The rows of a batch. They arrive while the run continues, so every state of the run has its own query. */
export const batchRowsQuery = (id: string, batch: Batch) =>
  queryOptions({
    queryKey: ['prompts', 'batch', id, batch.id, batch.done],
    queryFn: ({ signal }) => api.promptBatch.rows({ prompt_id: id, batch_id: batch.id, page_size: 100 }, { signal }),
  })
/** The datasets that a batch can run over, and the evaluators that can judge it. */
export const batchSetsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'sets', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [{ datasets }, { evaluators }] = await Promise.all([
        api.dataset.search({ spaceID: spaceId, pageSize: 100 }, { signal }),
        api.traceTasks.listEvaluators({ workspace_id: spaceId }, { signal }),
      ])
      return { datasets: datasets.filter(({ features }) => !features.repeatedData), evaluators }
    },
  })

export type ImportJob = Awaited<ReturnType<typeof api.datasetIo.job>>['job']
/** The import of a file as a dataset. */
export const importQuery = (jobID: string) =>
  queryOptions({
    queryKey: ['prompts', 'import', jobID],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.datasetIo.job({ jobID }, { signal })).job,
    refetchInterval: ({ state }) => (!state.data || state.data.status <= JobStatus.running ? 500 : false),
  })

export type OptimiseRun = Awaited<ReturnType<typeof api.promptOptimise.run>>['execution']
export type OptimiseResult = Awaited<ReturnType<typeof api.promptOptimise.dashboard>>['result'][number]
export type ReleaseSettingsData = Awaited<ReturnType<typeof api.promptRelease.settings>>
const isOpen = ({ status }: OptimiseRun) => status < 3
export const optimiseQuery = (spaceId: string, promptId: string) =>
  queryOptions({
    queryKey: ['prompts', 'optimise', promptId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.promptOptimise.list({ space_id: spaceId, target_id: promptId }, { signal })).tasks,
    refetchInterval: ({ state }) => (state.data?.some(({ executions }) => executions.some(isOpen)) ? 1000 : false),
  })
export const optimiseResultQuery = (run: OptimiseRun) =>
  queryOptions({
    queryKey: ['prompts', 'optimised', run.id, run.status],
    queryFn: ({ signal }) => api.promptOptimise.dashboard({ task_id: run.task_id, execution_id: run.id }, { signal }),
  })
export const waitingQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'waiting', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.promptReleaseTask.list({ space_id: spaceId, waiting_for_me: true, page_size: 20 }, { signal }))
        .release_tasks,
  })

export const mcpServersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'mcp', spaceId],
    queryFn: async ({ signal }) =>
      (await api.mcp.list({ space_id: spaceId, page_size: 100 }, { signal })).mcp_servers.map(({ id, name }) => ({
        id,
        name,
      })),
  })

export type LarkSettings = Awaited<ReturnType<typeof api.promptLark.settings>>
export const larkQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'lark', spaceId],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptLark.settings({ space_id: spaceId }, { signal }),
  })

export const refreshPrompts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['prompts'] })
