import { FOREIGN_STORES } from '@orrery/contract/shared/dataset-enums'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { StorageDriver, StoragePlace } from './drivers.ts'
import { storageErrors } from './storage.errors.ts'
import { datasetStorage, type StorageKind, type StorageRow, type StorageSettings } from './storage.table.ts'

interface StorageDeps {
  db: Db
  secrets: Secrets
  drivers: Record<StorageKind, StorageDriver>
  clock: Clock
}
export interface NewStorage extends StorageSettings {
  kind: StorageKind
  url: string
  folder: string
  secret: string
}
/** Maps a provider number of the wire to a connected store; undefined means our own storage. */
export const storeOf = (provider: number): StorageKind | undefined =>
  provider === FOREIGN_STORES.hdfs
    ? 'hdfs'
    : Object.values<number>(FOREIGN_STORES).includes(provider)
      ? 's3'
      : undefined

/** Stores of spaces. Paths are always below the folder that the space connected. */
export function createStorageService({ db, secrets, drivers, clock }: StorageDeps) {
  const placeOf = (row: Pick<StorageRow, 'url' | 'settings' | 'sealedKey'>): StoragePlace => ({
    url: row.url,
    ...row.settings,
    secret: row.sealedKey && secrets.open(row.sealedKey),
  })
  async function open(spaceId: string, kind: StorageKind, path: string) {
    const where = and(eq(datasetStorage.spaceId, spaceId), eq(datasetStorage.kind, kind))
    const [row] = await db.select().from(datasetStorage).where(where)
    if (!row) throw storageErrors.notConnected()
    const parts = path.split('/').filter(Boolean)
    if (!parts.length || parts.some((part) => part === '.' || part === '..' || /[\0\\]/.test(part)))
      throw storageErrors.badPath()
    return { driver: drivers[kind], place: placeOf(row), at: [row.folder, ...parts].filter(Boolean).join('/') }
  }
  return {
    async connect(spaceId: string, userId: string, given: NewStorage): Promise<void> {
      const { kind, url, folder, secret, ...settings } = given
      await drivers[kind].check({ url, secret, ...settings })
      const row = {
        url,
        settings,
        folder,
        sealedKey: secret && secrets.seal(secret),
        createdBy: userId,
        createdAt: clock.now(),
      }
      await db
        .insert(datasetStorage)
        .values({ spaceId, kind, ...row })
        .onConflictDoUpdate({ target: [datasetStorage.spaceId, datasetStorage.kind], set: row })
    },
    list: (spaceId: string): Promise<StorageRow[]> =>
      db.select().from(datasetStorage).where(eq(datasetStorage.spaceId, spaceId)).orderBy(datasetStorage.kind),
    disconnect: (spaceId: string, kind: StorageKind) =>
      db.delete(datasetStorage).where(and(eq(datasetStorage.spaceId, spaceId), eq(datasetStorage.kind, kind))),
    require: (spaceId: string, kind: StorageKind, path: string) => open(spaceId, kind, path),
    async read(spaceId: string, kind: StorageKind, path: string): Promise<Uint8Array> {
      const { driver, place, at } = await open(spaceId, kind, path)
      return driver.read(place, at)
    },
    async write(spaceId: string, kind: StorageKind, path: string, bytes: Uint8Array): Promise<void> {
      const { driver, place, at } = await open(spaceId, kind, path)
      await driver.write(place, at, bytes)
    },
  }
}
export type StorageService = ReturnType<typeof createStorageService>
