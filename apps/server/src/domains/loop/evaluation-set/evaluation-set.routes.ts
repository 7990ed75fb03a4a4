import type { contract } from '@orrery/contract'
import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { DatasetService, FoundDataset } from '#domains/loop/dataset/dataset.service.ts'
import type { VersionRow } from '#domains/loop/dataset/dataset.table.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { errorGroups } from '#domains/loop/dataset/shared/error-groups.ts'
import type { VersionService } from '#domains/loop/dataset/version.service.ts'
import { givenRow, shownItem, shownSet, shownVersion } from './evaluation-set.view.ts'

export interface EvaluationSetDeps {
  datasets: DatasetService
  items: ItemService
  versions: VersionService
  infos: BaseInfos
  /** Returns a link to a file of a cell. */
  linkOf(key: string): string
}
interface WireField {
  key?: string | undefined
  name: string
  description?: string | undefined
  default_display_format?: number | undefined
  text_schema?: string | undefined
  hidden?: boolean | undefined
  status?: number | undefined
}
/** Keeps only the properties that were given. */
const fieldsOf = (given: WireField[]) =>
  given.map(({ key, name, description, default_display_format, text_schema, hidden, status }) => ({
    name,
    ...(key !== undefined && { key }),
    ...(description !== undefined && { description }),
    ...(default_display_format !== undefined && { defaultFormat: default_display_format as 1 }),
    ...(text_schema !== undefined && { textSchema: text_schema }),
    ...(hidden !== undefined && { hidden }),
    ...(status !== undefined && { status: status as 1 }),
  }))
function requireSame(spaceId: string, { located }: Ctx) {
  if (spaceId !== located?.spaceId) throw datasetErrors.otherSpace()
}

/** Evaluation datasets under the names of the evaluation API. */
export function evaluationSetRoutes(deps: EvaluationSetDeps): Handlers<typeof contract.evaluationSet> {
  const { datasets, items, versions, infos, linkOf } = deps
  async function shown(found: FoundDataset[]) {
    const infoOf = await infos(found.flatMap(({ head }) => [head.ownerId, head.editedBy]))
    return Promise.all(
      found.map(async (one) =>
        shownSet(
          one,
          one.schema,
          {
            latest: (await versions.last(one.dataset.id))?.version ?? '',
            hasChanges: await datasets.hasChanges(one.dataset),
          },
          infoOf,
        ),
      ),
    )
  }
  async function whole(row: VersionRow) {
    const found = await datasets.get(row.datasetId)
    const schema = await versions.schemaOf(row.schemaId)
    const infoOf = await infos([row.createdBy, found.head.ownerId, found.head.editedBy])
    return {
      version: shownVersion(row, schema, found.head.spaceId, infoOf),
      evaluation_set: shownSet(found, schema, { latest: row.version, hasChanges: false }, infoOf),
    }
  }
  async function reading(datasetId: string, versionId: string | undefined) {
    const found = await datasets.get(datasetId)
    if (!versionId) return { view: { datasetId }, schema: found.schema, total: found.dataset.itemCount }
    const row = await versions.of(datasetId, versionId)
    return { view: { datasetId, vn: row.vn }, schema: await versions.schemaOf(row.schemaId), total: row.itemCount }
  }
  return {
    create: async ({ space_id, name, description, evaluation_set_schema }, ctx) => {
      const given = {
        name,
        description,
        category: DatasetCategory.evaluation,
        bizCategory: '',
        features: { editSchema: true, repeatedData: false },
        spec: {},
        fields: fieldsOf(evaluation_set_schema?.field_schemas ?? []),
      }
      return { evaluation_set_id: await datasets.create(space_id, ctx.userId, given) }
    },
    list: async ({ space_id, name, creators, evaluation_set_ids, page, page_size }) => {
      const by = {
        spaceId: space_id,
        name,
        ids: evaluation_set_ids?.length ? evaluation_set_ids : undefined,
        makers: creators,
        categories: [DatasetCategory.evaluation],
      }
      const { rows, total } = await datasets.search(by, page, page_size)
      return { evaluation_sets: await shown(rows), total: String(total) }
    },
    versionsByIds: async ({ space_id, version_ids }) => {
      const found = version_ids.length ? await versions.ofSpace(space_id, version_ids) : []
      return { versioned_evaluation_set: await Promise.all(found.map(whole)) }
    },
    version: async ({ space_id, version_id }) => {
      const [row] = await versions.ofSpace(space_id, [version_id])
      if (!row) throw errors.notFound({ what: 'version' })
      return whole(row)
    },
    get: async ({ evaluation_set_id, space_id }, ctx) => {
      requireSame(space_id, ctx)
      const [found] = await shown([await datasets.get(evaluation_set_id)])
      return { evaluation_set: found! }
    },
    update: async ({ evaluation_set_id, space_id, name, description }, ctx) => {
      requireSame(space_id, ctx)
      await datasets.update(evaluation_set_id, ctx.userId, { name, description })
      return {}
    },
    remove: async ({ evaluation_set_id, space_id }, ctx) => {
      requireSame(space_id, ctx)
      await datasets.remove(evaluation_set_id, ctx.userId)
      return {}
    },
    setSchema: async ({ evaluation_set_id, space_id, fields }, ctx) => {
      requireSame(space_id, ctx)
      await datasets.setFields(evaluation_set_id, ctx.userId, fieldsOf(fields))
      return {}
    },
    createVersion: async ({ evaluation_set_id, space_id, version, desc }, ctx) => {
      requireSame(space_id, ctx)
      return { id: await versions.make(evaluation_set_id, ctx.userId, version, desc) }
    },
    versions: async ({ evaluation_set_id, space_id, version_like, page, page_size }, ctx) => {
      requireSame(space_id, ctx)
      const { rows, total } = await versions.list(evaluation_set_id, version_like, page, page_size)
      const infoOf = await infos(rows.map(({ createdBy }) => createdBy))
      const list = rows.map(async (row) => shownVersion(row, await versions.schemaOf(row.schemaId), space_id, infoOf))
      return { versions: await Promise.all(list), total: String(total) }
    },
    addItems: async ({ evaluation_set_id, space_id, items: given, skip_invalid_items, allow_partial_add }, ctx) => {
      requireSame(space_id, ctx)
      const { dataset } = await datasets.get(evaluation_set_id)
      const rows = given.map(({ item_key, turns }) => givenRow(turns, dataset.features.repeatedData, item_key))
      const options = { skipInvalid: skip_invalid_items, allowPartial: allow_partial_add }
      const { added, problems } = await items.add(evaluation_set_id, ctx.userId, rows, options)
      return {
        added_items: Object.fromEntries([...added].map(([index, itemId]) => [String(index), itemId])),
        errors: errorGroups(problems, ctx.locale),
      }
    },
    setItem: async ({ evaluation_set_id, space_id, item_id, turns }, ctx) => {
      requireSame(space_id, ctx)
      const { dataset } = await datasets.get(evaluation_set_id)
      await items.set(evaluation_set_id, ctx.userId, item_id, givenRow(turns, dataset.features.repeatedData))
      return {}
    },
    removeItems: async ({ evaluation_set_id, space_id, item_ids }, ctx) => {
      requireSame(space_id, ctx)
      await items.change(evaluation_set_id, ctx.userId, { add: [], change: [], remove: item_ids })
      return {}
    },
    items: async ({ evaluation_set_id, space_id, version_id, page, page_size }, ctx) => {
      requireSame(space_id, ctx)
      const { view, schema, total } = await reading(evaluation_set_id, version_id)
      const rows = await items.list(view, { size: page_size, page })
      const infoOf = await infos(rows.flatMap(({ createdBy, editedBy }) => [createdBy, editedBy]))
      return { items: rows.map((row) => shownItem(row, schema, space_id, infoOf, linkOf)), total: String(total) }
    },
    itemsByIds: async ({ evaluation_set_id, space_id, version_id, item_ids }, ctx) => {
      requireSame(space_id, ctx)
      const { view, schema } = await reading(evaluation_set_id, version_id)
      const rows = item_ids.length ? await items.byIds(view, item_ids) : []
      const infoOf = await infos(rows.flatMap(({ createdBy, editedBy }) => [createdBy, editedBy]))
      return { items: rows.map((row) => shownItem(row, schema, space_id, infoOf, linkOf)) }
    },
  }
}
