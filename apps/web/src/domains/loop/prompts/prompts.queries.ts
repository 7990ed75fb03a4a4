import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Prompt = Awaited<ReturnType<typeof api.promptManage.get>>['prompt']
export type Release = Awaited<ReturnType<typeof api.promptRelease.list>>['infos'][number]
export type ReleaseTask = Awaited<ReturnType<typeof api.promptReleaseTask.get>>['release_task']
export type Merge = Awaited<ReturnType<typeof api.promptManage.checkPublish>>

const pageSize = 50

export const promptsQuery = (spaceId: string, word: string, type: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'list', spaceId, word, type],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.promptManage.list(
        {
          space_id: spaceId,
          page: pageParam,
          page_size: pageSize,
          key_word: word || undefined,
          filter_prompt_types: type ? [type] : undefined,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
  })

/** The draft of whoever looks. */
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
  })

export const releaseSettingsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['prompts', 'settings', spaceId],
    queryFn: ({ signal }) => api.promptRelease.settings({ space_id: spaceId }, { signal }),
  })

export const contextQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'context', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.promptRun.context({ prompt_id: id }, { signal }),
  })

export type Batch = Awaited<ReturnType<typeof api.promptBatch.list>>['batches'][number]
export const batchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['prompts', 'batches', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.promptBatch.list({ prompt_id: id }, { signal })).batches,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'open') ? 1000 : false),
  })
/** Rows come while the run goes on: each state of it has its own. */
export const batchRowsQuery = (id: string, batch: Batch) =>
  queryOptions({
    queryKey: ['prompts', 'batch', id, batch.id, batch.done],
    queryFn: ({ signal }) => api.promptBatch.rows({ prompt_id: id, batch_id: batch.id, page_size: 100 }, { signal }),
  })
/** What a run can be over, and what can judge it. */
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

export const refreshPrompts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['prompts'] })
