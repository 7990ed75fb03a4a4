import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { Dataset } from './dataset.queries.ts'

export type ColumnRun = Awaited<ReturnType<typeof api.datasetColumn.runs>>['instances'][number]
type Of = Pick<Dataset, 'id' | 'spaceID'>

/** The setups that write or read each field. */
export const setupsQuery = ({ id, spaceID }: Of) =>
  queryOptions({
    queryKey: ['dataset', 'setups', id],
    queryFn: ({ signal }) => api.datasetColumn.associated({ spaceID, datasetID: id }, { signal }),
  })

export const isOpenRun = ({ status }: ColumnRun): boolean => status === 'pending' || status === 'running'
export const runsQuery = ({ id, spaceID }: Of) =>
  queryOptions({
    queryKey: ['dataset', 'runs', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetColumn.runs({ spaceID, datasetID: id, pageSize: 50 }, { signal })).instances,
    refetchInterval: ({ state }) => (state.data?.some(isOpenRun) ? 700 : false),
  })

/** The origin of the generated values of a row. */
export const cellsQuery = (datasetId: string, itemId: string) =>
  queryOptions({
    queryKey: ['dataset', 'cells', datasetId, itemId],
    enabled: itemId !== '',
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.datasetColumn.cells({ datasetID: datasetId, itemID: itemId }, { signal })).cells,
  })

export const refreshColumns = (): Promise<unknown> =>
  Promise.all(['setups', 'runs', 'cells'].map((part) => queryClient.invalidateQueries({ queryKey: ['dataset', part] })))
export const refreshCells = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dataset', 'cells'] })
