import { FOREIGN_STORES } from '@orrery/contract/shared/dataset-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Storage = Awaited<ReturnType<typeof api.datasetStorage.list>>['storages'][number]
export type StorageKind = Storage['kind']
/** The number by which the wire format identifies files of a file store. */
export const providerOf = (kind: StorageKind) => (kind === 's3' ? FOREIGN_STORES.s3 : FOREIGN_STORES.hdfs)

export const storagesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['dataset', 'storages', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.datasetStorage.list({ spaceID: spaceId }, { signal })).storages,
  })
export const refreshStorages = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dataset', 'storages'] })
