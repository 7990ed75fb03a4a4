import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { DatasetService } from './dataset.service.ts'
import type { VersionRow } from './dataset.table.ts'
import { shownDataset, shownVersion } from './dataset.view.ts'
import { requireSameSpace } from './same-space.ts'
import type { VersionService } from './version.service.ts'

export interface VersionRoutesDeps {
  datasets: DatasetService
  versions: VersionService
}
interface Listed {
  datasetID: string
  versionLike: string
  page: number
  pageSize: number
}

export function versionRoutes({ datasets, versions }: VersionRoutesDeps): Handlers<typeof contract.datasetVersion> {
  async function list({ datasetID, versionLike, page, pageSize }: Listed) {
    const { head } = await datasets.get(datasetID)
    const { rows, total } = await versions.list(datasetID, versionLike, page, pageSize)
    return { versions: rows.map((row) => shownVersion(row, head.spaceId)), total: String(total) }
  }
  async function shownWhole(version: VersionRow) {
    const found = await datasets.get(version.datasetId)
    const { version: latestVersion, itemCount } = version
    return {
      version: shownVersion(version, found.head.spaceId),
      dataset: shownDataset(found, await versions.schemaOf(version.schemaId), {
        latestVersion,
        itemCount,
        hasChanges: false,
      }),
    }
  }
  return {
    batchGet: async ({ spaceID, versionIDs }) => {
      const found = versionIDs.length ? await versions.ofSpace(spaceID, versionIDs) : []
      return { versionedDataset: await Promise.all(found.map(shownWhole)) }
    },
    list: (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return list(input)
    },
    search: (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return list(input)
    },
    create: async ({ datasetID, spaceID, version, desc }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { id: await versions.make(datasetID, ctx.userId, version, desc) }
    },
    get: async ({ versionID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return shownWhole(await versions.get(versionID))
    },
    describe: async ({ versionID, spaceID, desc }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await versions.describe(versionID, ctx.userId, desc)
      return {}
    },
    diff: async ({ datasetID, spaceID, fromVersionID, toVersionID, page, pageSize }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const { dataset } = await datasets.get(datasetID)
      const from = (await versions.of(datasetID, fromVersionID)).vn
      const to = toVersionID === undefined ? dataset.nextVn : (await versions.of(datasetID, toVersionID)).vn
      const { items, ...counts } = await versions.diff(datasetID, from, to, page, pageSize)
      return { ...counts, items: items.map(({ itemId, kind, fields }) => ({ itemID: itemId, kind, fields })) }
    },
  }
}
