import type { contract, ShownFirstSet } from '@orrery/contract'
import { CHECKUP_LIMITS } from '@orrery/contract/shared/checkup-enums'
import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import { liteBatchErrors } from './lite-batch.errors.ts'
import type { LiteBatches } from './lite-batch.service.ts'
import type { LiteSets } from './lite-sets.service.ts'
import { type ReadySet, readySets, templateSets } from './ready-sets.ts'

type FirstSets = Handlers<typeof contract.evaluationFirstSet>
export interface LiteDatasetRoutesDeps {
  batches: LiteBatches
  sets: LiteSets
  datasets: Pick<DatasetService, 'get' | 'search' | 'remove'>
  /** Dataset functions of the first API version, reused here. */
  first: Pick<FirstSets, 'create' | 'rows' | 'addRows'>
  setInfo(datasetId: string): Promise<ShownFirstSet | undefined>
}
const Kind = { template: 1, ready: 2 } as const
const ALL = 4
const PRIVATE = 2
const LISTED = 1

export function liteDatasetRoutes(deps: LiteDatasetRoutesDeps): Handlers<typeof contract.liteDataset> {
  const { batches, sets, datasets, first } = deps
  /** Returns a dataset of this space that the caller may use; any other is "not found". */
  async function own(spaceId: string, id: string, can: 'view' | 'editInfo' | 'delete', ctx: Ctx) {
    const found = await datasets.get(id)
    if (found.head.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
    await ctx.access.require(ctx.actor!, 'dataset', id, can)
    return found
  }
  const readyInfo = (one: ReadySet, spaceId: string): ShownFirstSet => ({
    dataset_id: one.id,
    name: one.name,
    space_id: spaceId,
    creator_id: '0',
    desc: one.description,
    column_schema: one.columns.map((name, at) => ({ column_id: String(at + 1), name, describe: '', buildin: true })),
    dataset_status: 1,
    create_time: '0',
    update_time: '0',
    publish_option: LISTED,
    security_level: 0,
    not_allow_export: false,
    row_group_capacity: String(one.rows.length),
  })
  async function requireRoom(spaceId: string, id: string) {
    const { row } = await batches.draft(spaceId, id)
    if (row.datasets.length >= CHECKUP_LIMITS.datasets)
      throw liteBatchErrors.tooManyDatasets({ max: CHECKUP_LIMITS.datasets })
    return row
  }
  /** Binds a dataset created for a comparison; deletes it if binding fails, e.g. because the comparison has started. */
  async function bound(datasetId: string, userId: string, isPrivate: boolean, bind: () => Promise<void>) {
    try {
      await bind()
    } catch (cause) {
      if (isPrivate) await sets.discard(datasetId, userId)
      throw cause
    }
  }
  const readyRows = (one: ReadySet, page: number, size: number) => ({
    row_groups: one.rows.slice((page - 1) * size, page * size).map((cells, at) => ({
      row_group_id: String((page - 1) * size + at + 1),
      group_name: '',
      tags: [],
      rows: [{ row_id: '1', cells, cells_v2: cells.map((text) => ({ text, data_type: 0 })) }],
    })),
    column_schema: readyInfo(one, '0').column_schema,
    total: String(one.rows.length),
  })
  return {
    create: async ({ space_id, name, batch_task_id, is_test_run, publish_option, column_schema, row_groups }, ctx) => {
      const row = batch_task_id
        ? is_test_run
          ? (await batches.draft(space_id, batch_task_id)).row
          : await requireRoom(space_id, batch_task_id)
        : undefined
      if (row_groups.length > CHECKUP_LIMITS.datasetRows)
        throw liteBatchErrors.limit({ max: CHECKUP_LIMITS.datasetRows })
      const isPrivate = row !== undefined && (publish_option ?? PRIVATE) === PRIVATE
      const { dataset_id } = await first.create(
        {
          space_id,
          name: isPrivate ? sets.privateName(name ?? 'Dataset') : (name ?? `Dataset ${new Date().toISOString()}`),
          desc: '',
          column_schema: column_schema?.length ? column_schema : [{ name: 'input' }, { name: 'reference_output' }],
          row_groups,
          publish_option: publish_option ?? (isPrivate ? PRIVATE : LISTED),
          security_level: 0,
        } as Parameters<FirstSets['create']>[0],
        ctx,
      )
      if (row && is_test_run) await batches.change(row.id, { testDatasetId: dataset_id })
      else if (row)
        await bound(dataset_id, ctx.userId, isPrivate, () =>
          batches.edit(space_id, row.id, (now) => ({
            datasets: [...now.datasets, { datasetId: dataset_id, isPrivate }],
          })),
        )
      return { dataset_id }
    },
    list: async ({ space_id, dataset_type, template_type, offset, limit }) => {
      const max_dataset_line = String(CHECKUP_LIMITS.datasetRows)
      if (dataset_type !== undefined) {
        const wanted = template_type === undefined || template_type === ALL ? undefined : template_type
        const all =
          dataset_type === Kind.ready
            ? readySets
            : templateSets.filter((one) => wanted === undefined || one.for === wanted)
        const page = all.slice(offset, offset + limit)
        return {
          datasets: page.map((one) => readyInfo(one, space_id)),
          max_dataset_line,
          cursor: String(offset + page.length),
          has_more: all.length > offset + limit,
        }
      }
      const by = { spaceId: space_id, categories: [DatasetCategory.evaluation] }
      const page = Math.floor(offset / limit) + 1
      const { rows, total } = await datasets.search(by, page, limit)
      const infos = await Promise.all(rows.map(({ head }) => deps.setInfo(head.id)))
      return {
        datasets: infos.filter((one) => one !== undefined),
        max_dataset_line,
        cursor: String(offset + rows.length),
        has_more: page * limit < total,
      }
    },
    bind: async ({ space_id, batch_task_id, dataset_id, dataset_name }, ctx) => {
      if (sets.template(dataset_id)) throw liteBatchErrors.template()
      const row = await requireRoom(space_id, batch_task_id)
      const ready = sets.ready(dataset_id)
      if (!ready) {
        await own(space_id, dataset_id, 'view', ctx)
        await batches.edit(space_id, row.id, ({ datasets: now }) => ({
          datasets: now.some((one) => one.datasetId === dataset_id)
            ? now
            : [...now, { datasetId: dataset_id, isPrivate: false }],
        }))
        return { dataset_id }
      }
      const known = row.datasets.find(({ builtInId }) => builtInId === ready.id)
      if (known) return { dataset_id: known.datasetId }
      const copy = await sets.copyReady(space_id, ctx.userId, ready, dataset_name ?? ready.name)
      await bound(copy, ctx.userId, true, () =>
        batches.edit(space_id, row.id, ({ datasets: now }) => ({
          datasets: [...now, { datasetId: copy, isPrivate: true, builtInId: ready.id }],
        })),
      )
      return { dataset_id: copy }
    },
    clear: async ({ space_id, batch_task_id }, ctx) => {
      const { row } = await batches.draft(space_id, batch_task_id)
      await batches.edit(space_id, batch_task_id, () => ({ datasets: [] }))
      for (const one of row.datasets) if (one.isPrivate) await sets.discard(one.datasetId, ctx.userId)
      return {}
    },
    testRows: async ({ space_id, batch_task_id }, ctx) => ({
      dataset_id: await batches.testRows(space_id, ctx.userId, batch_task_id),
    }),
    remove: async ({ space_id, dataset_id, batch_task_id }, ctx) => {
      if (!batch_task_id) {
        await own(space_id, dataset_id, 'delete', ctx)
        await datasets.remove(dataset_id, ctx.userId)
        return {}
      }
      const { row } = await batches.draft(space_id, batch_task_id)
      const bound = row.datasets.find(({ datasetId }) => datasetId === dataset_id)
      if (!bound) throw errors.notFound({ what: 'dataset' })
      await batches.edit(space_id, batch_task_id, ({ datasets: now }) => ({
        datasets: now.filter(({ datasetId }) => datasetId !== dataset_id),
      }))
      if (bound.isPrivate) await sets.discard(dataset_id, ctx.userId)
      return {}
    },
    rows: async ({ dataset_id, space_id, page, page_size }, ctx) => {
      const ready = sets.ready(dataset_id) ?? sets.template(dataset_id)
      if (ready) return readyRows(ready, page, page_size)
      await own(space_id, dataset_id, 'view', ctx)
      return first.rows({ dataset_id, space_id, page, page_size, tags: undefined } as never, ctx)
    },
    addRows: async ({ dataset_id, space_id, row_groups, before_row_group_id }, ctx) => {
      const { dataset } = await own(space_id, dataset_id, 'editInfo', ctx)
      if (dataset.itemCount + row_groups.length > CHECKUP_LIMITS.datasetRows)
        throw liteBatchErrors.limit({ max: CHECKUP_LIMITS.datasetRows })
      const { row_group_ids, total } = await first.addRows(
        { dataset_id, space_id, row_groups, before_row_group_id, skip_limit_check: false } as never,
        ctx,
      )
      return { row_group_ids, total }
    },
  }
}
