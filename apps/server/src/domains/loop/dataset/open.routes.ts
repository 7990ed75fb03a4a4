import type { contract } from '@orrery/contract'
import { ColumnKind, DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import type { Access } from '#kit/access.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { shownColumnJob, shownRun } from './column/column.routes.ts'
import type { ColumnService } from './column/column.service.ts'
import { datasetErrors } from './dataset.errors.ts'
import type { ItemService } from './item.service.ts'
import { requireSameSpace } from './same-space.ts'

export interface OpenDatasetRoutesDeps {
  dataset: Handlers<typeof contract.dataset>
  datasetIo: Handlers<typeof contract.datasetIo>
  datasetItem: Handlers<typeof contract.datasetItem>
  datasetVersion: Handlers<typeof contract.datasetVersion>
  items: ItemService
  columns: ColumnService
  access: Pick<Access, 'require'>
}
const PAGE = 100

/** Decodes the cursor of a list that is paged by number: it is the number of the next page. */
function pageOf(cursor: string | undefined): number {
  if (!cursor) return 1
  if (!/^[1-9]\d{0,6}$/.test(cursor))
    throw badInput('cursor', 'send nextCursor of the page before', '请使用上一页返回的 nextCursor')
  return Number(cursor)
}
const cursorAfter = (page: number, total: string) => (page * PAGE < Number(total) ? String(page + 1) : '')

/** Space and account in the headers must match the token. */
function requireClaims(claimed: { spaceID?: string | undefined; accountID?: string | undefined }, ctx: Ctx) {
  requireSameSpace(claimed.spaceID, ctx)
  if (claimed.accountID !== undefined && claimed.accountID !== ctx.userId) throw datasetErrors.otherAccount()
}

/** The calls of the studio as an API for programs, with the same rules. */
export function openDatasetRoutes(deps: OpenDatasetRoutesDeps): Handlers<typeof contract.datasetOpen> {
  const { dataset, datasetIo, datasetItem, datasetVersion, items, columns, access } = deps
  /** Wraps a handler so that the claims are checked first. */
  const checked =
    <I extends { spaceID?: string | undefined; accountID?: string | undefined }, O>(
      handle: (input: I, ctx: Ctx) => Promise<O>,
    ) =>
    (input: I, ctx: Ctx): Promise<O> => {
      requireClaims(input, ctx)
      return handle(input, ctx)
    }
  const paged = { page: 1, pageSize: PAGE }
  return {
    create: checked(async ({ spaceID, name, description, fields }, ctx) =>
      dataset.create(
        {
          spaceID,
          name,
          description,
          fields,
          category: DatasetCategory.general,
          bizCategory: '',
          spec: {},
          features: { editSchema: true, repeatedData: false },
        },
        ctx,
      ),
    ),
    search: checked(async ({ spaceID, name, createdBys, cursor }, ctx) => {
      const page = pageOf(cursor)
      const found = await dataset.search({ spaceID, name, createdBys, page, pageSize: PAGE }, ctx)
      return { data: found.datasets, nextCursor: cursorAfter(page, found.total) }
    }),
    items: checked(async ({ datasetID, spaceID, cursor }, ctx) => {
      const found = await datasetItem.list({ datasetID, spaceID, cursor, ...paged }, ctx)
      return { data: found.items, nextCursor: found.nextCursor }
    }),
    addItems: checked(async (input, ctx) => datasetItem.addMany(input, ctx)),
    getItems: checked(async (input, ctx) => ({ data: (await datasetItem.getMany(input, ctx)).items })),
    removeItems: checked(async (input, ctx) => datasetItem.removeMany(input, ctx)),
    clear: checked(async ({ datasetID, spaceID }, ctx) => datasetItem.clear({ dataset_id: datasetID, spaceID }, ctx)),
    item: checked(async ({ datasetID, spaceID, itemID }, ctx) => ({
      data: await datasetItem.get({ datasetID, spaceID, itemID }, ctx),
    })),
    patchItem: checked(async ({ datasetID, itemID, data, repeatedData }, ctx) => {
      await items.patch(datasetID, ctx.userId, itemID, { data, repeatedData })
      return {}
    }),
    versions: checked(async ({ datasetID, spaceID, cursor }, ctx) => {
      const page = pageOf(cursor)
      const found = await datasetVersion.list({ datasetID, spaceID, versionLike: '', page, pageSize: PAGE }, ctx)
      return { data: found.versions, nextCursor: cursorAfter(page, found.total) }
    }),
    createVersion: checked(async (input, ctx) => ({ versionID: (await datasetVersion.create(input, ctx)).id })),
    itemsOfVersion: checked(async ({ datasetID, spaceID, versionID, cursor }, ctx) => {
      const asked = { datasetID, spaceID, versionID, cursor, ...paged }
      const { items: data, nextCursor, total } = await datasetItem.ofVersion(asked, ctx)
      return { data, nextCursor, total }
    }),
    getItemsOfVersion: checked(async (input, ctx) => ({
      data: (await datasetItem.getManyOfVersion(input, ctx)).items,
    })),
    inspect: checked(async ({ spaceID, file }, ctx) => {
      const { bytes, fields, conflicts, filesWithAmbiguousColumn } = await datasetIo.inspect({ spaceID, file }, ctx)
      return { bytes, fields, conflicts, filesWithAmbiguousColumn }
    }),
    import: checked(async (input, ctx) => datasetIo.import(input, ctx)),
    export: checked(async (input, ctx) => datasetIo.export({ ...input, spaceID: ctx.located!.spaceId }, ctx)),
    job: checked(async ({ jobID, spaceID }, ctx) => datasetIo.job({ jobID, spaceID }, ctx)),
    cancel: checked(async ({ jobID }, ctx) => datasetIo.cancel({ jobID, spaceID: ctx.located!.spaceId }, ctx)),
    columns: checked(async ({ datasetID, cursor }, ctx) => {
      const page = pageOf(cursor)
      const all = await columns.jobs(datasetID, ColumnKind.column)
      const data = all.slice((page - 1) * PAGE, page * PAGE).map((job) => shownColumnJob(job, ctx.located!.spaceId))
      return { data, nextCursor: cursorAfter(page, String(all.length)) }
    }),
    removeColumn: checked(async ({ datasetID, jobID }) => {
      await columns.of(datasetID, jobID, ColumnKind.column)
      await columns.remove(datasetID, jobID)
      return {}
    }),
    runColumn: checked(async ({ datasetID, jobID }, ctx) => {
      await columns.of(datasetID, jobID, ColumnKind.column)
      return { jobInstanceID: await columns.run(datasetID, ctx.userId, jobID) }
    }),
    cloneColumn: checked(async ({ datasetID, jobID, targetDatasetID, jobName }, ctx) => {
      await access.require(ctx.actor!, 'dataset', targetDatasetID, 'editInfo')
      return { jobID: await columns.clone(datasetID, ctx.userId, jobID, targetDatasetID, jobName) }
    }),
    columnRun: checked(async ({ datasetID, jobID, jobInstanceID }, ctx) => {
      const job = await columns.of(datasetID, jobID, ColumnKind.column)
      const run = jobInstanceID === undefined ? await columns.lastRun(jobID) : await columns.findRun(jobInstanceID)
      if (run?.jobId !== jobID) throw errors.notFound({ what: 'run' })
      const batchId = await columns.batchOf(run.id)
      return { data: shownRun({ run, job, spaceId: ctx.located!.spaceId, batchId }, ctx.locale) }
    }),
    terminateColumnRun: checked(async ({ datasetID, jobID, instanceID }) => {
      await columns.of(datasetID, jobID, ColumnKind.column)
      await columns.terminate(datasetID, jobID, instanceID)
      return {}
    }),
  }
}
