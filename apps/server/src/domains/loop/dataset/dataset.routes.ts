import type { contract } from '@orrery/contract'
import { FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { Access } from '#kit/access.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { DatasetService, FoundDataset } from './dataset.service.ts'
import { shownDataset } from './dataset.view.ts'
import { fieldMetas } from './item-filter.ts'
import type { ItemService } from './item.service.ts'
import { readFields, shownField } from './field-wire.ts'
import { requireSameSpace } from './same-space.ts'
import type { VersionService } from './version.service.ts'

export interface DatasetRoutesDeps {
  datasets: DatasetService
  versions: VersionService
  items: ItemService
  access: Pick<Access, 'require'>
}

/** The types of fields with few different values. */
const isCounted: number[] = [SchemaKey.bool, SchemaKey.choice]

export function datasetRoutes({
  datasets,
  versions,
  items,
  access,
}: DatasetRoutesDeps): Handlers<typeof contract.dataset> {
  const shown = async (found: FoundDataset) =>
    shownDataset(found, found.schema, {
      latestVersion: (await versions.last(found.dataset.id))?.version ?? '',
      itemCount: found.dataset.itemCount,
      hasChanges: await datasets.hasChanges(found.dataset),
    })
  return {
    create: async (input, ctx) => {
      const { spaceID, name, description, category, bizCategory, fields, spec, features, securityLevel, visibility } =
        input
      const { editSchema, repeatedData } = features
      const given = {
        name,
        description,
        category,
        bizCategory,
        fields: readFields(fields),
        spec,
        features: { editSchema, repeatedData },
        securityLevel,
        visibility,
      }
      return { datasetID: await datasets.create(spaceID, ctx.userId, given) }
    },
    get: async ({ datasetID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { dataset: await shown(await datasets.get(datasetID)) }
    },
    update: async ({ datasetID, spaceID, name, description, visibility, securityLevel }, ctx) => {
      requireSameSpace(spaceID, ctx)
      if (visibility !== undefined || securityLevel !== undefined) {
        await access.require(ctx.actor!, 'dataset', datasetID, 'delete')
        const change = {
          ...(visibility !== undefined && { visibility }),
          ...(securityLevel !== undefined && { securityLevel }),
        }
        await datasets.setReach(datasetID, ctx.userId, change)
        if (name === undefined && description === undefined) return {}
      }
      await datasets.update(datasetID, ctx.userId, { name, description })
      return {}
    },
    remove: async ({ datasetID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await datasets.remove(datasetID, ctx.userId)
      return {}
    },
    search: async (input) => {
      const by = {
        spaceId: input.spaceID,
        name: input.name,
        ids: input.datasetIDs,
        makers: input.createdBys,
        categories: input.category === undefined ? undefined : [input.category],
        bizCategories: input.bizCategories,
      }
      const { rows, total } = await datasets.search(by, input.page, input.pageSize)
      return { datasets: await Promise.all(rows.map(shown)), total: String(total) }
    },
    listPublic: async ({ name, page, pageSize }) => {
      const { rows, total } = await datasets.search({ name }, page, pageSize)
      return { datasets: await Promise.all(rows.map(shown)), total: String(total) }
    },
    batchGet: async ({ spaceID, datasetIDs }) => {
      if (!datasetIDs.length) return { datasets: [] }
      const { rows } = await datasets.search({ spaceId: spaceID, ids: datasetIDs }, 1, datasetIDs.length)
      return { datasets: await Promise.all(rows.map(shown)) }
    },
    schema: async ({ datasetID, spaceID, withDeleted }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const { fields } = (await datasets.get(datasetID)).schema
      return { fields: fields.filter(({ status }) => withDeleted || status === FieldStatus.available).map(shownField) }
    },
    fieldsMeta: async ({ datasetID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { field_metas: fieldMetas((await datasets.get(datasetID)).schema.fields) }
    },
    distribution: async ({ datasetID, spaceID, datasetVersion, fieldKeys }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const version = datasetVersion === undefined ? undefined : await versions.of(datasetID, datasetVersion)
      const schema = version ? await versions.schemaOf(version.schemaId) : (await datasets.get(datasetID)).schema
      const counted = schema.fields.filter(
        ({ key, schemaKey, status }) =>
          status === FieldStatus.available && isCounted.includes(schemaKey) && (fieldKeys?.includes(key) ?? true),
      )
      const view = { datasetId: datasetID, ...(version && { vn: version.vn }) }
      const shownBuckets = async (key: string) =>
        (await items.buckets(view, key)).map(({ text, n }) => ({
          isEmpty: text === '',
          tagValueName: text,
          count: String(n),
        }))
      const entries = await Promise.all(counted.map(async ({ key }) => [key, await shownBuckets(key)] as const))
      return { fieldsDistributeMap: Object.fromEntries(entries) }
    },
    setSchema: async ({ datasetID, spaceID, fields }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await datasets.setFields(datasetID, ctx.userId, readFields(fields))
      return {}
    },
  }
}
