import { type contract, ConnectorId, DATABASE_LIMITS, SortDirection, TableType } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { BindingService } from './binding.service.ts'
import { databaseErrors } from './database.errors.ts'
import type { DatabaseService } from './database.service.ts'
import { shownFields, toColumn, toDatabaseInfo, toPreview } from './database.view.ts'
import { columnsOf, mapColumns } from './file-columns.ts'
import { rowAsText } from './field-values.ts'
import type { ImportService } from './import.service.ts'
import type { QuestionService } from './question.service.ts'
import type { Editor, RecordService } from './record.service.ts'
import type { SuggestionService } from './suggestion.service.ts'
import { listTemplates } from './table-templates.ts'
import { STUDIO_PLATFORM, tableOf } from './tenant.ts'
import type { TransferService } from './transfer.service.ts'

export interface DatabaseRoutesDeps {
  databases: DatabaseService
  records: RecordService
  bindings: BindingService
  imports: ImportService
  transfers: TransferService
  questions: QuestionService
  suggestions: SuggestionService
  uploads: Pick<UploadService, 'require'>
  links: FileLinks
}
const PREVIEW_ROWS = 20
const orderKeys: Record<string, 'name' | 'created' | 'updated'> = {
  table_name: 'name',
  create_time: 'created',
  update_time: 'updated',
}
const connectors = [
  { ConnectorID: STUDIO_PLATFORM, ConnectorName: 'Orrery' },
  { ConnectorID: ConnectorId.webSdk, ConnectorName: 'Web SDK' },
  { ConnectorID: ConnectorId.api, ConnectorName: 'API' },
]

export function databaseRoutes(deps: DatabaseRoutesDeps): Handlers<typeof contract.database> {
  const { databases, records, bindings, imports, links } = deps
  const editorOf = (ctx: Ctx, tableType: number, platform?: string): Editor => ({
    userId: ctx.userId,
    isDraft: tableType === TableType.draft,
    ...(platform && { platform }),
  })

  /** Tables of its own space only: an entry of a copied draft may name others. */
  const tablesOf = async (botId: string) => {
    const spaceId = await bindings.spaceOf(botId)
    return (await databases.getMany(await bindings.boundTo(botId))).filter(({ head }) => head.spaceId === spaceId)
  }

  return {
    add: async (input, ctx) => {
      if (input.icon_uri) await deps.uploads.require(input.icon_uri, ctx.userId)
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'createResource')
      const found = await databases.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        name: input.table_name,
        description: input.table_desc,
        iconUri: input.icon_uri,
        fields: input.field_list.map((field) => ({ ...field, id: 0, alterId: 0 })),
        mode: input.rw_mode,
        promptDisabled: input.prompt_disabled,
        extraInfo: input.extra_info,
      })
      return { database_info: toDatabaseInfo(found, links) }
    },
    update: async (input, ctx) => {
      if (input.icon_uri && input.icon_uri !== (await databases.get(input.id)).head.iconUri)
        await deps.uploads.require(input.icon_uri, ctx.userId)
      const { version, allow_data_loss: allowLoss, ...extraInfo } = input.extra_info ?? {}
      const found = await databases.update(input.id, ctx.userId, {
        name: input.table_name,
        description: input.table_desc,
        iconUri: input.icon_uri,
        fields: input.field_list,
        mode: input.rw_mode,
        promptDisabled: input.prompt_disabled,
        base: version,
        allowLoss: allowLoss === 'true',
        ...(input.extra_info && { extraInfo }),
      })
      return { database_info: toDatabaseInfo(found, links) }
    },
    remove: async (input, ctx) => {
      await databases.remove(input.id, ctx.userId)
      return {}
    },
    get: async (input) => ({
      database_info: toDatabaseInfo(await databases.get(input.id), links, {
        isDraft: input.is_draft,
        withSystem: input.need_sys_fields,
      }),
    }),
    list: async (input, ctx) => {
      if (input.bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'view')
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'view')
      if (!input.space_id && !input.bot_id && !input.project_id) throw databaseErrors.spaceNeeded()
      const bound = input.bot_id ? await bindings.boundTo(input.bot_id) : []
      const order = (input.order_by_list ?? input.order_by)?.[0]
      const { rows, total } = await databases.list(
        {
          // With a space the tables of the bot are marked among all of its tables; without one only they are listed.
          ...(input.space_id
            ? { spaceId: input.space_id }
            : input.bot_id
              ? { ids: bound, spaceId: await bindings.spaceOf(input.bot_id) }
              : {}),
          projectId: input.project_id,
          ownerId: input.creator_id,
          name: input.table_name,
        },
        { by: orderKeys[order?.field ?? ''] ?? 'updated', ascending: order?.direction === SortDirection.ascending },
        input.offset,
        input.limit,
      )
      return {
        database_info_list: rows.map((row) =>
          toDatabaseInfo(row, links, {
            isDraft: input.table_type === TableType.draft,
            ...(input.bot_id && { bot: { id: input.bot_id, isAdded: bound.includes(row.head.id) } }),
          }),
        ),
        has_more: input.offset + rows.length < total,
        total_count: total,
      }
    },
    onlineId: async (input) => ({ id: (await databases.get(input.id)).head.id }),
    records: async (input, ctx) => {
      const platform = input.not_filter_by_connector_id ? undefined : STUDIO_PLATFORM
      const page = await records.list(input.database_id, editorOf(ctx, input.table_type, platform), {
        criterion: input.filter_criterion,
        orders: input.order_by_list?.map(({ field, direction }) => ({
          field,
          ascending: direction === SortDirection.ascending,
        })),
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
    bind: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'database', input.database_id, 'view')
      await bindings.bind(input.bot_id, input.database_id, ctx.userId)
      return {}
    },
    unbind: async (input, ctx) => {
      await bindings.unbind(input.bot_id, input.database_id, ctx.userId)
      return {}
    },
    botSwitch: async (input, ctx) => {
      await bindings.setSwitch(input.bot_id, input.database_id, ctx.userId, input.prompt_disable)
      return {}
    },
    botTables: async (input, ctx) => {
      const bound = input.bot_id ? await bindings.boundTo(input.bot_id) : undefined
      const ids = input.table_ids?.length ? input.table_ids : (bound ?? [])
      const visible: string[] = []
      for (const id of ids) if (await ctx.access.can(ctx.actor!, 'database', id, 'view')) visible.push(id)
      const isDraft = input.table_type === TableType.draft
      return {
        BotTableList: (await databases.getMany(visible)).map(({ head, table }) => ({
          id: head.id,
          bot_id: input.bot_id ?? '0',
          table_id: head.id,
          table_name: head.name,
          table_desc: head.description,
          status: head.status,
          creator_id: head.ownerId,
          create_time: seconds(head.createdAt),
          update_time: seconds(head.updatedAt),
          field_list: shownFields(table.fields),
          actual_table_name: tableOf(head.id, isDraft),
          rw_mode: table.rwMode,
          extra_info: table.extraInfo,
        })),
      }
    },
    connectorNames: (input) => ({
      ConnectorList: connectors.filter(
        (connector) => !input.ConnectorID || connector.ConnectorID === input.ConnectorID,
      ),
    }),
    fileTemplate: async (input) => ({ TosUrl: await deps.transfers.template(input.database_id) }),
    export: (input, ctx) => deps.transfers.export(input.database_id, editorOf(ctx, input.table_type), input.format),
    questionToSql: async (input, ctx) => {
      const { database_id: id, bot_id: botId } = input
      if (!id && botId) await ctx.access.require(ctx.actor!, 'bot', botId, 'view')
      const tables = id ? [await databases.get(id)] : botId ? await tablesOf(botId) : []
      return { sql: await deps.questions.toSql(tables, input.text, ctx.signal), extraMap: {} }
    },
    suggestTables: async (input, ctx) => {
      const { bot_id: botId, space_id: given } = input
      if (given) await ctx.access.require(ctx.actor!, 'space', given, 'view')
      const spaceId = botId ? await bindings.spaceOf(botId) : given
      if (!spaceId) throw databaseErrors.placeNeeded()
      const text = input.scene_type === 1 && botId ? await bindings.personaOf(botId) : input.text
      if (!text.trim()) throw databaseErrors.purposeNeeded()
      const tables = await deps.suggestions.suggest(spaceId, text, ctx.locale, ctx.signal)
      return {
        bot_table_list: tables.map((table) => ({
          bot_id: botId ?? '',
          table_name: table.name,
          table_desc: table.description,
          rw_mode: table.mode,
          field_list: shownFields(table.fields),
        })),
      }
    },
    usedBy: async (input) => ({ users: await databases.usedBy((await databases.get(input.database_id)).table) }),
    query: async (input, ctx) => {
      const found = await databases.get(input.database_id)
      const { rows, isCut } = await deps.questions.run(found, editorOf(ctx, input.table_type), input.sql)
      return { columns: Object.keys(rows[0] ?? {}), rows: rows.map(rowAsText), is_cut: isCut }
    },
    templates: (_, ctx) => ({
      templates: listTemplates(ctx.locale).map((template) => ({
        key: template.key,
        table_name: template.name,
        title: template.title,
        table_desc: template.description,
        rw_mode: template.mode,
        field_list: shownFields(template.fields),
      })),
    }),
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
    modeConfig: (input) => ({
      mode: 'expert',
      bot_id: input.bot_id,
      max_table_num: DATABASE_LIMITS.tables,
      max_column_num: DATABASE_LIMITS.fields,
      max_capacity_kb: 0,
      max_row_num: DATABASE_LIMITS.rows,
    }),
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
