import { isId } from '@orrery/contract/shared/is-id'
import { type contract, filterShape, orderShape } from '@orrery/contract'
import { ItemSource, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import type { ZodType } from 'zod'
import type { Access } from '#kit/access.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ItemPage, View } from './dataset-content.ts'
import type { DatasetService } from './dataset.service.ts'
import type { ItemRow, SchemaRow } from './dataset.table.ts'
import { shownItem } from './dataset.view.ts'
import type { LineageService } from './insight/lineage.service.ts'
import { errorGroups } from './shared/error-groups.ts'
import type { ItemQuestion } from './item-filter.ts'
import type { ItemService } from './item.service.ts'
import { requireSameSpace } from './same-space.ts'
import type { VersionService } from './version.service.ts'

export interface ItemRoutesDeps {
  datasets: DatasetService
  items: ItemService
  versions: VersionService
  lineage: LineageService
  access: Pick<Access, 'can'>
  links: Pick<FileLinks, 'make'>
  /** The name of the file that a job imported. */
  fileOf(jobId: string): Promise<string | undefined>
}
/** What a list reads: the state, its schema and its total. */
interface Reading {
  view: View
  spaceId: string
  schema: SchemaRow
  isMultiTurn: boolean
  total: number
}

const cursorPattern = /^(-?[\d.e+-]+)_(\d{1,19})$/
function readCursor(cursor: string | undefined): ItemPage['after'] {
  if (!cursor) return undefined
  const [, pos, itemId] = cursorPattern.exec(cursor) ?? []
  if (itemId === undefined || !isId(itemId) || !Number.isFinite(Number(pos)))
    throw badInput('cursor', 'send nextCursor of the page before', '请使用上一页返回的 nextCursor')
  return { pos: Number(pos), itemId }
}

interface AskedItems extends ItemQuestion {
  page: number
  pageSize: number
  cursor?: string | undefined
}

/** Parses filter and order, which are JSON texts in query parameters. */
function asked<T extends { filter?: string | undefined; orderBy?: string | undefined }>(input: T) {
  return {
    ...input,
    filter: readText(input.filter, 'filter', filterShape()),
    orderBy: readText(input.orderBy, 'orderBy', orderShape()),
  }
}
function readText<T>(text: string | undefined, where: string, shape: ZodType<T>): T | undefined {
  if (!text) return undefined
  const refuse = (en: string) =>
    badInput(where, `must be JSON as the search call takes it: ${en}`, `须为搜索接口所用的 JSON：${en}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refuse((cause as Error).message)
  }
  const read = shape.safeParse(value)
  if (!read.success)
    throw refuse(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  return read.data
}

export function itemRoutes(deps: ItemRoutesDeps): Handlers<typeof contract.datasetItem> {
  const { datasets, items, versions, lineage, access, links, fileOf } = deps
  async function draft(datasetId: string): Promise<Reading> {
    const { head, dataset, schema } = await datasets.get(datasetId)
    const { itemCount: total, features } = dataset
    return { view: { datasetId }, spaceId: head.spaceId, schema, isMultiTurn: features.repeatedData, total }
  }
  async function version(datasetId: string, versionId: string): Promise<Reading> {
    const { head, dataset } = await datasets.get(datasetId)
    const { vn, schemaId, itemCount: total } = await versions.of(datasetId, versionId)
    const schema = await versions.schemaOf(schemaId)
    const isMultiTurn = dataset.features.repeatedData
    return { view: { datasetId, vn }, spaceId: head.spaceId, schema, isMultiTurn, total }
  }
  const show = ({ spaceId, schema, isMultiTurn }: Reading) => {
    return (row: Parameters<typeof shownItem>[0]) => shownItem(row, spaceId, schema, isMultiTurn, links.make)
  }
  async function page(reading: Reading, asked: AskedItems) {
    const { pageSize: size, cursor, page: number, ...question } = asked
    const rules = { fields: reading.schema.fields, isMultiTurn: reading.isMultiTurn }
    const found = await items.search(reading.view, rules, question, { size, page: number, after: readCursor(cursor) })
    const last = found.rows.length === size && found.isByPosition ? found.rows.at(-1) : undefined
    return {
      items: found.rows.map(show(reading)),
      nextCursor: last ? `${last.pos}_${last.itemId}` : '',
      total: String(reading.total),
      filterTotal: String(found.matches ?? reading.total),
    }
  }
  const some = async (reading: Reading, ids: string[]) => ({
    items: ids.length ? (await items.byIds(reading.view, ids)).map(show(reading)) : [],
  })
  async function sourceOf(datasetId: string, id: string, { located }: Ctx) {
    const item = await items.revision(datasetId, id)
    if (!item) throw errors.notFound({ what: 'item' })
    return shownSource(item, located!.spaceId)
  }
  const maySee = (ctx: Ctx) => (datasetId: string) => access.can(ctx.actor!, 'dataset', datasetId, 'view')
  /** The source item of a copy, which the caller must be able to see. */
  async function copyOf(itemId: string | undefined, ctx: Ctx): Promise<string> {
    if (itemId === undefined)
      throw badInput('sourceItemID', 'is required with keepLineage', '与 keepLineage 一起使用时必填')
    const found = await lineage.findVisible(itemId, maySee(ctx))
    if (!found) throw errors.notFound({ what: 'item' })
    return found.item.itemId
  }
  async function shownSource(item: ItemRow, spaceID: string) {
    const file = item.jobId ? await fileOf(item.jobId) : undefined
    return {
      type: item.source,
      trackedItem: { spaceID, datasetID: item.datasetId, itemID: item.itemId },
      ...(item.jobId && { jobType: 1, jobID: item.jobId }),
      ...(file !== undefined && { file: { storage: STORED_HERE, originalFileName: file } }),
      ...(item.traceId && { traceID: item.traceId }),
      createdAt: String(item.createdAt),
    }
  }
  /** The source of added items: a person in the studio, or a program with a token. */
  const adder = ({ actor }: Ctx) => (actor?.token ? ItemSource.program : ItemSource.person)
  const strict = { skipInvalid: false, allowPartial: false }

  return {
    list: async (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return page(await draft(input.datasetID), asked(input))
    },
    search: async (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return page(await draft(input.datasetID), input)
    },
    validate: async ({ datasetID, spaceID, items: given, ignoreCurrentItemCount }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const { fit, problems } = await items.check(datasetID, given, ignoreCurrentItemCount, ctx.userId)
      return { validItemIndices: fit, errors: errorGroups(problems, ctx.locale) }
    },
    source: async ({ datasetID, spaceID, id }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { source: await sourceOf(datasetID, id, ctx) }
    },
    deepSources: async ({ datasetID, spaceID, id }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const item = await items.revision(datasetID, id)
      const steps = item ? await lineage.walk(item, maySee(ctx)) : []
      return {
        deepSources: [
          await sourceOf(datasetID, id, ctx),
          ...(await Promise.all(steps.map((step) => shownSource(step.item, step.spaceId)))),
        ],
      }
    },
    history: async ({ datasetID, spaceID, id }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const changes = await items.history(datasetID, id)
      return {
        changes: changes.map(({ fieldKey, turn, before, after, byJob, createdBy, createdAt }) => ({
          fieldKey,
          turn,
          before,
          after,
          byJob,
          createdBy,
          createdAt: String(createdAt),
        })),
      }
    },
    change: async ({ datasetID, spaceID, ...changes }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { addedItemIDs: await items.change(datasetID, ctx.userId, changes) }
    },
    create: async ({ datasetID, spaceID, keepLineage, sourceItemID, ...item }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const copied = keepLineage ? await copyOf(sourceItemID, ctx) : undefined
      const { added, problems } = await items.add(datasetID, ctx.userId, [item], {
        ...strict,
        source: copied ? ItemSource.dataset : adder(ctx),
        originId: copied,
      })
      return { itemID: added.get(0), error: errorGroups(problems, ctx.locale)[0] }
    },
    addMany: async ({ datasetID, spaceID, items: given, skipInvalidItems, allowPartialAdd }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const options = { skipInvalid: skipInvalidItems, allowPartial: allowPartialAdd, source: adder(ctx) }
      const { added, problems } = await items.add(datasetID, ctx.userId, given, options)
      return { addedItems: Object.fromEntries(added), errors: errorGroups(problems, ctx.locale) }
    },
    get: async ({ datasetID, spaceID, itemID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const [item] = (await some(await draft(datasetID), [itemID])).items
      if (!item) throw errors.notFound({ what: 'item' })
      return { item }
    },
    set: async ({ datasetID, spaceID, itemID, data, repeatedData }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await items.set(datasetID, ctx.userId, itemID, { data, repeatedData })
      return {}
    },
    remove: async ({ datasetID, spaceID, itemID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      if (!(await items.remove(datasetID, ctx.userId, [itemID]))) throw errors.notFound({ what: 'item' })
      return {}
    },
    getMany: async ({ datasetID, spaceID, itemIDs }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return some(await draft(datasetID), itemIDs)
    },
    removeMany: async ({ datasetID, spaceID, itemIDs }, ctx) => {
      requireSameSpace(spaceID, ctx)
      if (itemIDs.length) await items.remove(datasetID, ctx.userId, itemIDs)
      return {}
    },
    clear: async ({ dataset_id, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await items.clear(dataset_id, ctx.userId)
      return {}
    },
    ofVersion: async (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return page(await version(input.datasetID, input.versionID), asked(input))
    },
    searchOfVersion: async (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      return page(await version(input.datasetID, input.versionID), input)
    },
    getManyOfVersion: async ({ datasetID, spaceID, versionID, itemIDs }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return some(await version(datasetID, versionID), itemIDs)
    },
  }
}
