import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { StorageService } from './storage.service.ts'

export function storageRoutes({ storages }: { storages: StorageService }): Handlers<typeof contract.datasetStorage> {
  return {
    connect: async ({ spaceID, accessKeyID: accessKeyId, secretAccessKey: secret, ...given }, { userId }) => {
      const { kind, url, folder, bucket, region, user } = given
      await storages.connect(spaceID, userId, { kind, url, folder, bucket, region, user, accessKeyId, secret })
      return {}
    },
    list: async ({ spaceID }) => ({
      storages: (await storages.list(spaceID)).map(({ kind, url, folder, settings: { bucket, region, user } }) => ({
        kind,
        url,
        folder,
        bucket,
        region,
        user,
      })),
    }),
    disconnect: async ({ spaceID, kind }) => {
      await storages.disconnect(spaceID, kind)
      return {}
    },
  }
}
