import type { contract, GivenRowGroup, ShownRowGroup } from '@orrery/contract'
import { DatasetCategory, ItemSource } from '@orrery/contract/shared/dataset-enums'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemRow, SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'

export interface OpenSetDeps {
  datasets: DatasetService
  items: ItemService
}
interface Claims {
  space_id?: string | undefined
  account_id?: string | undefined
}
const AT_ONCE = 500

/** The space and account named in the headers must match the token. */
function requireClaims({ space_id, account_id }: Claims, ctx: Ctx) {
  if (space_id !== undefined && space_id !== ctx.located?.spaceId) throw datasetErrors.otherSpace()
  if (account_id !== undefined && account_id !== ctx.userId) throw datasetErrors.otherAccount()
}
const itemOf = ({ row_group_id, rows }: GivenRowGroup) => ({
  ...(row_group_id && { itemKey: row_group_id }),
  repeatedData: rows.map(({ cells }) => ({
    data: cells.map(({ column_name, content, value }) => ({
      name: column_name,
      content: value?.plain_text ?? content?.text ?? '',
    })),
  })),
})
const groupOf = (row: ItemRow, { fields }: SchemaRow): ShownRowGroup => ({
  row_group_id: row.itemId,
  group_name: row.itemKey,
  rows: row.turns.map((turn, at) => ({
    row_id: String(at),
    cells: fields.flatMap(({ key, name, status }) =>
      status === 1 && turn[key]
        ? [{ column_name: name, value: { data_type: 'PlainText', plain_text: turn[key].text } }]
        : [],
    ),
  })),
})

/** Evaluation datasets in the open API. A group of rows is an item; its rows are the turns. */
export function openSetRoutes({ datasets, items }: OpenSetDeps): Handlers<typeof contract.evaluationOpen> {
  return {
    account: (input, ctx) => {
      requireClaims(input, ctx)
      return { app_id: '0', space_id: input.space_id, account_id: ctx.userId }
    },
    createSet: async ({ name, desc, column_schema, ...claimed }, ctx) => {
      requireClaims(claimed, ctx)
      const dataset_id = await datasets.create(claimed.space_id, ctx.userId, {
        name,
        description: desc,
        category: DatasetCategory.evaluation,
        bizCategory: '',
        features: { editSchema: true, repeatedData: true },
        spec: {},
        fields: column_schema.map((column) => ({ name: column.name, description: column.describe })),
      })
      return { dataset_id }
    },
    addRows: async ({ dataset_id, row_groups, ...claimed }, ctx) => {
      requireClaims(claimed, ctx)
      const options = { skipInvalid: false, allowPartial: false, source: ItemSource.program }
      const { added, problems } = await items.add(dataset_id, ctx.userId, row_groups.map(itemOf), options)
      const [problem] = problems
      if (problem) throw badInput(`row_groups[${problem.index}]`, problem.en, problem.zh)
      const { schema } = await datasets.get(dataset_id)
      const ids = row_groups.flatMap((_, at) => added.get(at) ?? [])
      const rows = await items.byIds({ datasetId: dataset_id }, ids)
      return { row_groups: rows.map((row) => groupOf(row, schema)) }
    },
    rows: async ({ dataset_id, page, page_size, ...claimed }, ctx) => {
      requireClaims(claimed, ctx)
      const { schema, dataset } = await datasets.get(dataset_id)
      const rows = await items.list({ datasetId: dataset_id }, { size: page_size, page })
      return { row_groups: rows.map((row) => groupOf(row, schema)), total: String(dataset.itemCount) }
    },
    clear: async ({ dataset_id, ...claimed }, ctx) => {
      requireClaims(claimed, ctx)
      for (;;) {
        const rows = await items.list({ datasetId: dataset_id }, { size: AT_ONCE, page: 1 })
        if (!rows.length) return {}
        await items.change(dataset_id, ctx.userId, { add: [], change: [], remove: rows.map(({ itemId }) => itemId) })
      }
    },
  }
}
