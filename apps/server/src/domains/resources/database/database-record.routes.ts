import { type contract, SortDirection, TableType } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { shownFields } from './database.view.ts'
import { rowAsText } from './field-values.ts'
import type { Editor } from './record.service.ts'
import { STUDIO_PLATFORM } from './tenant.ts'
import type { DatabaseRoutesDeps } from './database.routes.ts'

/** Rows in the table editor. */
export function databaseRecordRoutes({
  databases,
  records,
  questions,
  transfers,
}: DatabaseRoutesDeps): Pick<
  Handlers<typeof contract.database>,
  'records' | 'updateRecords' | 'reset' | 'query' | 'export'
> {
  const editorOf = (ctx: Ctx, tableType: number, platform?: string): Editor => ({
    userId: ctx.userId,
    isDraft: tableType === TableType.draft,
    ...(platform && { platform }),
  })

  return {
    records: async (input, ctx) => {
      const platform = input.not_filter_by_connector_id ? undefined : STUDIO_PLATFORM
      const page = await records.list(input.database_id, editorOf(ctx, input.table_type, platform), {
        criterion: input.filter_criterion,
        orders: input.order_by_list?.map(({ field, direction }) => ({
          field,
          ascending: direction === SortDirection.ascending,
        })),
        ...(input.not_filter_by_user_id === false && { ownerKey: ctx.userId }),
        offset: input.offset,
        limit: input.limit,
      })
      return {
        data: page.rows,
        HasMore: page.hasMore,
        TotalNum: page.total,
        field_list: shownFields(page.fields, true),
      }
    },
    updateRecords: async (input, ctx) => ({
      data: await records.change(
        input.database_id,
        editorOf(ctx, input.table_type, input.ori_connector_id || STUDIO_PLATFORM),
        { add: input.record_data_add, alter: input.record_data_alter, remove: input.record_data_delete },
      ),
    }),
    reset: async (input, ctx) => {
      await records.clear(input.database_info_id, editorOf(ctx, input.table_type))
      return {}
    },
    query: async (input, ctx) => {
      const found = await databases.get(input.database_id)
      const { rows, isCut } = await questions.run(found, editorOf(ctx, input.table_type), input.sql)
      return { columns: Object.keys(rows[0] ?? {}), rows: rows.map(rowAsText), is_cut: isCut }
    },
    export: (input, ctx) => transfers.export(input.database_id, editorOf(ctx, input.table_type), input.format),
  }
}
