import { TableType } from '@orrery/contract/shared/database-enums'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Database = Awaited<ReturnType<typeof api.database.get>>['database_info']
export type DatabaseField = Database['field_list'][number]
export type Template = Awaited<ReturnType<typeof api.database.templates>>['templates'][number]
export type Proposal = Awaited<ReturnType<typeof api.database.suggestTables>>['bot_table_list'][number]
export type Stage = 'draft' | 'online'
export type ImportState = Awaited<ReturnType<typeof api.database.importProgress>>

export const tableTypeOf = (stage: Stage) => (stage === 'draft' ? TableType.draft : TableType.online)

const pageSize = 50

export const databasesQuery = (spaceId: string, word = '') =>
  infiniteQueryOptions({
    queryKey: ['database', 'list', spaceId, word],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.database.list(
        {
          space_id: spaceId,
          table_name: word || undefined,
          order_by_list: [{ field: 'update_time', direction: 2 }],
          offset: pageParam * pageSize,
          limit: pageSize,
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.has_more ? pages.length : undefined),
  })

export const databaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['database', 'one', id],
    queryFn: async ({ signal }) => (await api.database.get({ id }, { signal })).database_info,
  })

/** The number of rows that the reader can see, for the tabs. */
export const countQuery = (id: string, stage: Stage) =>
  queryOptions({
    queryKey: ['database', 'count', id, stage],
    queryFn: async ({ signal }) => {
      const input = { database_id: id, table_type: tableTypeOf(stage), limit: 1 }
      return (await api.database.records(input, { signal })).TotalNum
    },
  })

export const usedByQuery = (id: string) =>
  queryOptions({
    queryKey: ['database', 'users', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.database.usedBy({ database_id: id }, { signal })).users,
  })

export const templatesQuery = queryOptions({
  queryKey: ['database', 'templates'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await api.database.templates({}, { signal })).templates,
})

/** The names of the channels of rows, by id. */
export const channelsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['database', 'channels', spaceId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await api.database.connectorNames({ SpaceId: spaceId, ListAll: true }, { signal })
      return new Map(answer.ConnectorList.map((item) => [item.ConnectorID, item.ConnectorName]))
    },
  })

export const progressQuery = (id: string, stage: Stage, isWatched: boolean) =>
  queryOptions({
    queryKey: ['database', 'import', id, stage],
    enabled: isWatched,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.database.importProgress({ database_id: id, table_type: tableTypeOf(stage) }, { signal }),
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : 500),
  })
export const isEnded = ({ state }: ImportState): boolean => state === 'done' || state === 'failed'

export const exportLink = (id: string, stage: Stage, format: 'xlsx' | 'csv'): string =>
  `/api/memory/database/export?database_id=${id}&table_type=${tableTypeOf(stage)}&format=${format}`

export const refreshDatabases = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['database'] })
export const refreshCounts = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['database', 'count', id] })
