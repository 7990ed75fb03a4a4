import { type DeskAgent, PaperState, type TextBlock, TranslationState } from '@orrery/contract/shared/desk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type DeskDocument = Awaited<ReturnType<typeof api.desk.list>>['instance_list'][number]
export type DeskDetail = Awaited<ReturnType<typeof api.desk.get>>
export type TranslatedPage = Awaited<ReturnType<typeof api.deskPaper.translation>>['result'][number]
const pageSize = 50
/** Polling interval while a document is being processed. */
const POLL_MS = 1000

export const deskDocumentsQuery = (spaceId: string, agent: DeskAgent) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'list', spaceId, agent],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.desk.list({ space_id: spaceId, agent_id: agent, page: pageParam, size: pageSize }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
  })
/** Loads a document from either desk, because the URL does not contain the desk. */
export const deskDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'document', id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const open = (agent_id: DeskAgent) => api.desk.get({ agent_id, instance_id: id }, { signal })
      return open('reader').catch(() => open('writer'))
    },
  })
export const deskAgentQuery = (agent: DeskAgent, language: string) =>
  queryOptions({
    queryKey: ['desk', 'agent', agent, language],
    queryFn: async ({ signal }) => (await api.desk.agent({ agent_id: agent }, { signal })).agent,
  })
export const deskSettingsQuery = (agent: DeskAgent) =>
  queryOptions({
    queryKey: ['desk', 'settings', agent],
    queryFn: async ({ signal }) => {
      const { setting_map } = await api.desk.settings({ agent_id: agent }, { signal })
      return Object.fromEntries(Object.entries(setting_map).map(([key, { setting_value }]) => [key, setting_value]))
    },
  })
export async function saveDeskSetting(agent: DeskAgent, key: string, value: string): Promise<void> {
  await api.desk.saveSettings(
    { agent_id: agent, setting: [{ setting_key: key, setting_value: value }] },
    { toast: true },
  )
  await queryClient.invalidateQueries({ queryKey: ['desk', 'settings', agent] })
}

export const paperProgressQuery = (datasetId: string, documentId: string) =>
  queryOptions({
    queryKey: ['desk', 'progress', documentId],
    queryFn: async ({ signal }) =>
      (await api.deskPaper.progress({ dataset_id: datasetId, document_ids: [documentId] }, { signal })).data_list[0],
    refetchInterval: ({ state }) => (state.data?.status === PaperState.processing ? POLL_MS : false),
  })
export const translationQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'translation', id],
    queryFn: ({ signal }) => api.deskPaper.translation({ agent_id: 'reader', instance_id: id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.task_status === TranslationState.running ? POLL_MS : false),
  })
export const textBlocksQuery = (url: string) =>
  queryOptions({
    queryKey: ['desk', 'blocks', url],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await (await fetch(url, { signal })).json()) as TextBlock[],
  })
export const chunksQuery = (id: string, datasetId: string, documentId: string) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'chunks', id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.deskPaper.chunks(
        {
          agent_id: 'reader',
          InstanceID: id,
          dataset_id: datasetId,
          document_id: documentId,
          page: pageParam,
          size: pageSize,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.hasmore ? pages.length + 1 : undefined),
    // Chunks are available after the paper has been processed.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.total === '0' ? POLL_MS : false),
  })
export const referencesQuery = (urls: readonly string[]) =>
  queryOptions({
    queryKey: ['desk', 'references', ...urls],
    queryFn: async ({ signal }) =>
      urls.length ? api.deskWriter.references({ reference_url: [...urls] }, { signal }) : [],
  })
export const refreshDesk = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['desk'] })
