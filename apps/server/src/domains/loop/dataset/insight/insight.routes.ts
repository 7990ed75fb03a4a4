import type { contract } from '@orrery/contract'
import type { Access } from '#kit/access.ts'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemService } from '../item.service.ts'
import { requireSameSpace } from '../same-space.ts'
import type { VersionService } from '../version.service.ts'
import type { InsightService } from './insight.service.ts'
import type { LineageService } from './lineage.service.ts'

interface InsightRoutesDeps {
  datasets: DatasetService
  versions: VersionService
  items: ItemService
  insight: InsightService
  lineage: LineageService
  access: Pick<Access, 'can'>
}

export function insightRoutes(deps: InsightRoutesDeps): Handlers<typeof contract.datasetInsight> {
  const { datasets, versions, items, insight, lineage, access } = deps
  return {
    profile: async ({ datasetID, spaceID, versionID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const version = versionID === undefined ? undefined : await versions.of(datasetID, versionID)
      const schema = version ? await versions.schemaOf(version.schemaId) : (await datasets.get(datasetID)).schema
      return insight.profile({ datasetId: datasetID, ...(version && { vn: version.vn }) }, schema.fields)
    },
    experiments: async ({ datasetID, spaceID, itemID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { experiments: await lineage.experiments(datasetID, itemID) }
    },
    copies: async ({ datasetID, spaceID, id }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const item = await items.revision(datasetID, id)
      if (!item) throw errors.notFound({ what: 'item' })
      return { copies: await lineage.copies(item.itemId, (one) => access.can(ctx.actor!, 'dataset', one, 'view')) }
    },
  }
}
