import type { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type CheckupView = Awaited<ReturnType<typeof api.checkupTab.view>>
export type Report = NonNullable<CheckupView['report']>
export type Finding = Report['findings'][number]
export type CheckupRow = Awaited<ReturnType<typeof api.checkupTab.rows>>['rows'][number]
export type LiteBatch = Awaited<ReturnType<typeof api.liteBatch.get>>['coze_batch_task']
export type EvalObject = LiteBatch['coze_batch_task_meta']['eval_objects'][number]

const PAGE_SIZE = 100
const ofBot = (botId: string) => ['checkup', botId]
const ofSpace = (spaceId: string) => ['comparisons', spaceId]
export const refreshCheckup = (botId: string) => queryClient.invalidateQueries({ queryKey: ofBot(botId) })
export const refreshBatches = (spaceId: string) => queryClient.invalidateQueries({ queryKey: ofSpace(spaceId) })

export const checkupQuery = (botId: string) =>
  queryOptions({
    queryKey: [...ofBot(botId), 'view'],
    staleTime: 0,
    queryFn: ({ signal }) => api.checkupTab.view({ bot_id: botId }, { signal }),
  })
export const checkupRowsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...ofBot(botId), 'rows'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.checkupTab.rows({ bot_id: botId }, { signal })).rows,
  })
export const batchesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'list'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.liteBatch.list({ space_id: spaceId, limit: 100 }, { signal })).coze_batch_tasks,
  })
export const batchQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.liteBatch.get({ space_id: spaceId, batch_task_id: id }, { signal })).coze_batch_task,
  })
export const forecastQuery = (spaceId: string, id: string, stamp: string) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'forecast', id, stamp],
    staleTime: 0,
    queryFn: ({ signal }) => api.liteBatch.forecast({ space_id: spaceId, batch_task_id: id }, { signal }),
  })
export const batchReportQuery = (spaceId: string, id: string, stamp: string) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'report', id, stamp],
    staleTime: 0,
    queryFn: ({ signal }) => api.checkupTab.batchReport({ space_id: spaceId, batch_task_id: id }, { signal }),
  })
export const batchRowsQuery = (
  spaceId: string,
  id: string,
  { isTest, stamp, page }: { isTest: boolean; stamp: string; page: number },
) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'rows', id, isTest, stamp, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.checkupTab.batchRows({ space_id: spaceId, batch_task_id: id, is_test_run: isTest, page }, { signal }),
  })
export const keptVersionsQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'kept'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.bot.history({ bot_id: botId, page_index: 1, page_size: PAGE_SIZE }, { signal })).history_infos,
  })
const ofInstance = ['checkup', 'instance']
export const refreshBuiltIn = () => queryClient.invalidateQueries({ queryKey: ofInstance })
export const builtInQuery = queryOptions({
  queryKey: [...ofInstance, 'questions'],
  queryFn: async ({ signal }) =>
    (await api.checkupTask.setup({ config: { setup_mode: 3, read_config: {} } }, { signal })).case_configs,
})
export const disabledSpacesQuery = queryOptions({
  queryKey: [...ofInstance, 'disabled'],
  queryFn: async ({ signal }) => (await api.checkupTab.disabledSpaces({}, { signal })).spaces,
})
export const objectsQuery = (spaceId: string, type: TargetType) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'objects', type],
    queryFn: async ({ signal }) =>
      (await api.evalTarget.sources({ space_id: spaceId, target_type: type, page_size: PAGE_SIZE }, { signal }))
        .eval_targets,
  })
export const setsQuery = (spaceId: string, isReady: boolean) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'sets', isReady],
    queryFn: async ({ signal }) =>
      (
        await api.liteDataset.list(
          { space_id: spaceId, limit: PAGE_SIZE, ...(isReady && { dataset_type: 2 }) },
          { signal },
        )
      ).datasets,
  })
export const judgesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...ofSpace(spaceId), 'judges'],
    queryFn: async ({ signal }) =>
      (await api.liteBatch.judges({ space_id: spaceId, limit: PAGE_SIZE }, { signal })).templates,
  })
