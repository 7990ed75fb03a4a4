import { type contract, TableType } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { toColumn, toPreview } from './database.view.ts'
import { columnsOf, mapColumns } from './file-columns.ts'
import type { DatabaseRoutesDeps } from './database.routes.ts'

const PREVIEW_ROWS = 20

/** Rows from files: preview, validation, import and its progress. */
export function databaseFileRoutes({
  databases,
  imports,
  transfers,
}: DatabaseRoutesDeps): Pick<
  Handlers<typeof contract.database>,
  'fileTemplate' | 'fileSchema' | 'validateFile' | 'importFile' | 'importProgress' | 'fileTables'
> {
  return {
    fileTemplate: async (input) => ({ TosUrl: await transfers.template(input.database_id) }),
    fileSchema: async (input, ctx) => {
      const { sheet_id: sheet, header_line_idx: header, start_line_idx: start } = input.table_sheet
      if (!input.source_file) {
        const fields = input.database_id ? (await databases.get(input.database_id)).table.fields : []
        const columns = fields.map((field) => ({ name: field.name, type: field.type, hasEmpty: !field.required }))
        return { sheet_list: [], table_meta: columns.map(toColumn), preview_data: [] }
      }
      const { sheets } = await imports.readFile(input.source_file.tos_uri, ctx.userId, sheet)
      const rows = sheets[sheet]?.rows ?? []
      return {
        sheet_list: sheets.map(({ name, total }, id) => ({ id, sheet_name: name, total_row: total })),
        table_meta: input.table_data_type === 2 ? [] : columnsOf(rows, header, start).map(toColumn),
        preview_data: input.table_data_type === 1 ? [] : toPreview(rows.slice(start, start + PREVIEW_ROWS)),
      }
    },
    validateFile: async (input, ctx) => {
      const { table } = await databases.get(input.database_id)
      const { sheet_id: sheet, header_line_idx: header } = input.table_sheet
      const { sheets } = await imports.readFile(input.source_file.tos_uri, ctx.userId, sheet)
      return { SchemaValidResult: mapColumns(sheets[sheet]?.rows[header] ?? [], table.fields, ctx.locale).problems }
    },
    importFile: async (input, ctx) => {
      const { sheet_id: sheet, header_line_idx: header, start_line_idx: start } = input.table_sheet
      await imports.submit(
        input.database_id,
        input.table_type === TableType.draft,
        ctx.userId,
        input.file_uri,
        { sheet, header, start },
        input.connector_id,
      )
      return {}
    },
    importProgress: async (input, ctx) => {
      const row = await imports.progress(input.database_id, input.table_type === TableType.draft)
      const share = row?.total ? Math.floor((row.done / row.total) * 100) : 0
      return {
        file_name: row?.fileName ?? '',
        progress: !row || row.state === 'done' ? 100 : Math.min(99, share),
        ...(row?.problem && { status_descript: row.problem }),
        state: row?.state ?? 'none',
        total: row?.total ?? 0,
        done: row?.done ?? 0,
        bad_count: row?.badCount ?? 0,
        bad_rows: (row?.badRows ?? []).map(({ line, column, reason, reasonZh }) => ({
          line,
          column,
          reason: ctx.locale === 'zh-CN' ? (reasonZh ?? reason) : reason,
        })),
      }
    },
    fileTables: async (input, ctx) => {
      const { sheets } = await imports.readFile(input.tos_uri, ctx.userId, -1)
      const bySheet = <T>(of: (rows: (typeof sheets)[number]['rows']) => T) =>
        Object.fromEntries(sheets.map(({ rows }, id) => [String(id), of(rows)]))
      return {
        sheet_list: sheets.map(({ name, total }, id) => ({ id, sheet_name: name, total_row: total })),
        table_meta: bySheet((rows) => columnsOf(rows, 0, 1).map(toColumn)),
        preview_data: bySheet((rows) => toPreview(rows.slice(1, 1 + PREVIEW_ROWS))),
      }
    },
  }
}
