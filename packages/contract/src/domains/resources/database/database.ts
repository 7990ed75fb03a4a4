import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, idOrNone, int, pageSize, text } from '#shared/fields.ts'
import * as shape from './shapes.ts'

const on = (can: 'view' | 'editInfo' | 'delete', key = 'database_id') => ({ on: 'database', id: key, can }) as const
const onBot = { on: 'bot', id: 'bot_id', can: 'editInfo' } as const
const flat = 'flat' as const
const info = z.object({ database_info: shape.databaseSchema })
const offset = () => int().min(0).max(10_000_000).default(0)

/** Databases of users: their structure and rows, import and export of files, and the bots that use them. */
export const database = {
  add: op('POST /api/memory/database/add', {
    summary: 'Create a database in a space',
    summaryZh: '在空间中创建数据库',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: flat,
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        icon_uri: z.string().max(500).default(''),
        table_name: shape.tableName(),
        table_desc: text(shape.DATABASE_LIMITS.description).default(''),
        field_list: shape.fieldList(),
        rw_mode: shape.tableMode().default(1),
        prompt_disabled: z.boolean().default(false),
        extra_info: shape.extraInfo,
      }),
    output: info,
  }),
  update: op('POST /api/memory/database/update', {
    summary: 'Change name, fields or access mode of a database; its rows are kept',
    summaryZh: '修改数据库的名称、字段或读写模式，数据保留',
    access: on('editInfo', 'id'),
    reply: flat,
    input: () =>
      z.object({
        id: id(),
        icon_uri: z.string().max(500).optional(),
        table_name: shape.tableName().optional(),
        table_desc: text(shape.DATABASE_LIMITS.description).optional(),
        field_list: shape.fieldList().optional(),
        rw_mode: shape.tableMode().optional(),
        prompt_disabled: z.boolean().optional(),
        /**
         * `allow_data_loss: "true"` drops fields even if they still contain values; `version` is the version that the
         * change is based on.
         */
        extra_info: shape.extraInfo,
      }),
    output: info,
  }),
  remove: op('POST /api/memory/database/delete', {
    summary: 'Delete a database with its rows',
    summaryZh: '删除数据库及其数据',
    access: on('delete', 'id'),
    reply: flat,
    input: () => z.object({ id: id() }),
  }),
  get: op('POST /api/memory/database/get_by_id', {
    summary: 'Get a database with its fields',
    summaryZh: '获取数据库及其字段',
    access: on('view', 'id'),
    reply: flat,
    input: () =>
      z.object({
        id: id(),
        is_draft: z.boolean().default(false),
        need_sys_fields: z.boolean().default(false),
        version: idOrNone(),
      }),
    output: info,
  }),
  list: op('POST /api/memory/database/list', {
    summary: 'List the databases of a space, project or bot',
    summaryZh: '列出空间、项目或智能体的数据库',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: idOrNone(),
        project_id: idOrNone(),
        creator_id: idOrNone(),
        table_name: z.string().max(200).optional(),
        table_type: shape.tableType().default(1),
        order_by: shape.orderBy.optional(),
        order_by_list: shape.orderBy.optional(),
        offset: offset(),
        limit: pageSize(50, 200),
      }),
    output: () =>
      z.object({
        database_info_list: z.array(shape.databaseSchema),
        has_more: z.boolean(),
        total_count: z.number(),
      }),
  }),
  onlineId: op('POST /api/memory/database/get_online_database_id', {
    summary: 'Get the id of the live data that belongs to a set of test data',
    summaryZh: '获取测试数据对应的线上数据 ID',
    access: on('view', 'id'),
    reply: flat,
    input: () => z.object({ id: id() }),
    output: () => z.object({ id: z.string() }),
  }),
  records: op('POST /api/memory/database/list_records', {
    summary: 'List the rows of a database that you can see',
    summaryZh: '列出你可见的数据',
    access: on('view'),
    reply: flat,
    input: () =>
      z.object({
        database_id: id(),
        table_type: shape.tableType().default(1),
        /** False: only the caller's own rows. */
        not_filter_by_user_id: z.boolean().optional(),
        not_filter_by_connector_id: z.boolean().optional(),
        offset: offset(),
        limit: pageSize(50, shape.DATABASE_LIMITS.recordPage),
        filter_criterion: shape.criterion.optional(),
        order_by_list: shape.orderBy.optional(),
      }),
    output: () =>
      z.object({
        data: z.array(z.record(z.string(), z.string())),
        HasMore: z.boolean(),
        TotalNum: z.number(),
        field_list: z.array(shape.fieldSchema),
      }),
  }),
  updateRecords: op('POST /api/memory/database/update_records', {
    summary: 'Add, change and delete rows in one transaction',
    summaryZh: '在一个事务中新增、修改和删除数据',
    access: on('editInfo'),
    reply: flat,
    bodyLimit: 20_000_000,
    input: () =>
      z.object({
        database_id: id(),
        table_type: shape.tableType().default(1),
        record_data_add: z.array(shape.row).max(shape.DATABASE_LIMITS.recordBatch).default([]),
        record_data_alter: z.array(shape.row).max(shape.DATABASE_LIMITS.recordBatch).default([]),
        record_data_delete: z.array(shape.row).max(shape.DATABASE_LIMITS.recordBatch).default([]),
        ori_connector_id: z.string().max(64).optional(),
      }),
    output: () => z.object({ data: z.array(z.record(z.string(), z.string())) }),
  }),
  reset: op('POST /api/memory/database/table/reset', {
    summary: 'Delete all rows that you may delete',
    summaryZh: '清空你有权删除的数据',
    access: on('editInfo', 'database_info_id'),
    reply: flat,
    input: () =>
      z.object({
        database_info_id: id(),
        table_type: shape.tableType(),
        bot_id: idOrNone(),
        table_id: idOrNone(),
      }),
  }),
  bind: op('POST /api/memory/database/bind_to_bot', {
    summary: 'Add a database to a bot',
    summaryZh: '为智能体添加数据库',
    access: onBot,
    reply: flat,
    input: () => z.object(shape.ids),
  }),
  unbind: op('POST /api/memory/database/unbind_to_bot', {
    summary: 'Remove a database from a bot',
    summaryZh: '从智能体移除数据库',
    access: onBot,
    reply: flat,
    input: () => z.object(shape.ids),
  }),
  botSwitch: op('POST /api/memory/database/update_bot_switch', {
    summary: 'Choose whether the model of a bot may use a database',
    summaryZh: '设置智能体的模型是否可以使用数据库',
    access: onBot,
    reply: flat,
    input: () => z.object({ ...shape.ids, prompt_disable: z.boolean() }),
  }),
  botTables: op('POST /api/memory/database/table/list_new', {
    summary: 'List the databases of a bot',
    summaryZh: '列出智能体的数据库',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        bot_id: idOrNone(),
        table_ids: z.array(id()).max(200).optional(),
        table_type: shape.tableType().default(1),
      }),
    output: () =>
      z.object({
        BotTableList: z.array(
          z.object({
            id: z.string(),
            bot_id: z.string(),
            table_id: z.string(),
            table_name: z.string(),
            table_desc: z.string(),
            status: z.number(),
            creator_id: z.string(),
            create_time: z.number(),
            update_time: z.number(),
            field_list: z.array(shape.fieldSchema),
            actual_table_name: z.string(),
            rw_mode: z.number(),
            extra_info: z.record(z.string(), z.string()),
          }),
        ),
      }),
  }),
  connectorNames: op('POST /api/memory/database/get_connector_name', {
    summary: 'List the channels rows can come from',
    summaryZh: '列出数据可能来自的渠道',
    access: { on: 'space', id: 'SpaceId', can: 'view' },
    reply: flat,
    input: () =>
      z
        .object({ SpaceId: id(), ConnectorID: idOrNone(), ListAll: z.boolean().default(false) })
        .refine(({ ConnectorID, ListAll }) => ListAll || ConnectorID !== undefined, {
          path: ['ConnectorID'],
          error: 'say which channel, or send ListAll for all of them',
          params: { zh: '请指定渠道，或使用 ListAll 获取全部' },
        }),
    output: () =>
      z.object({ ConnectorList: z.array(z.object({ ConnectorID: z.string(), ConnectorName: z.string() })) }),
  }),
  fileTemplate: op('POST /api/memory/database/get_template', {
    summary: 'Download a spreadsheet with the columns of a database',
    summaryZh: '下载包含数据库字段的表格模板',
    access: on('view'),
    reply: flat,
    input: () => z.object({ database_id: id(), table_type: shape.tableType().default(1) }),
    output: () => z.object({ TosUrl: z.string() }),
  }),
  export: op('GET /api/memory/database/export', {
    summary: 'Export the rows you can see as a spreadsheet or CSV file',
    summaryZh: '将你可见的数据导出为表格或 CSV',
    access: on('view'),
    reply: 'raw',
    input: () =>
      z.object({
        database_id: id(),
        table_type: shape.tableType().default(1),
        format: z.enum(['xlsx', 'csv']).default('xlsx'),
      }),
  }),
  templates: op('GET /api/memory/database/templates', {
    summary: 'List database templates',
    summaryZh: '列出数据库模板',
    output: () =>
      z.object({
        templates: z.array(
          z.object({
            key: z.string(),
            table_name: z.string(),
            title: z.string(),
            table_desc: z.string(),
            rw_mode: z.number(),
            field_list: z.array(shape.fieldSchema),
          }),
        ),
      }),
  }),
  fileSchema: op('POST /api/memory/table_schema/get', {
    summary: 'Get sheets, columns and first rows of a file, or the columns of a database',
    summaryZh: '获取文件的工作表、列和前几行，或数据库的字段',
    access: { on: 'database', id: 'database_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        database_id: idOrNone(),
        source_file: shape.sourceFile.optional(),
        table_sheet: shape.sheet,
        table_data_type: int().min(0).max(2).default(0),
      }),
    output: () =>
      z.object({
        sheet_list: z.array(shape.sheetSchema),
        table_meta: z.array(shape.columnSchema),
        preview_data: z.array(z.record(z.string(), z.string())),
      }),
  }),
  validateFile: op('POST /api/memory/table_schema/validate', {
    summary: 'Check whether the columns of a file fit a database',
    summaryZh: '检查文件的列是否符合数据库',
    access: on('view'),
    reply: flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        database_id: id(),
        source_file: shape.sourceFile,
        table_sheet: shape.sheet,
        table_type: shape.tableType().default(1),
      }),
    output: () => z.object({ SchemaValidResult: z.record(z.string(), z.string()) }),
  }),
  importFile: op('POST /api/memory/table_file/submit', {
    summary: 'Import rows from a file in the background',
    summaryZh: '在后台导入文件中的数据',
    access: on('editInfo'),
    reply: flat,
    input: () =>
      z.object({
        database_id: id(),
        file_uri: z.string().min(1).max(500),
        table_type: shape.tableType().default(1),
        table_sheet: shape.sheet,
        connector_id: idOrNone(),
      }),
  }),
  importProgress: op('POST /api/memory/table_file/get_progress', {
    summary: 'Get the progress of an import and the rows it skipped',
    summaryZh: '获取导入进度和未能导入的行',
    access: on('view'),
    input: () => z.object({ database_id: id(), table_type: shape.tableType() }),
    output: () =>
      z.object({
        file_name: z.string(),
        progress: z.number(),
        status_descript: z.string().optional(),
        state: z.string(),
        total: z.number(),
        done: z.number(),
        bad_count: z.number(),
        bad_rows: z.array(z.object({ line: z.number(), column: z.string(), reason: z.string() })),
      }),
  }),
  modeConfig: op('GET /api/memory/table_mode_config', {
    summary: 'Get how many databases, fields and rows a bot may have',
    summaryZh: '获取智能体可拥有的数据库、字段和数据数量',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    reply: flat,
    input: () => z.object({ bot_id: id(), connector_id: z.string().max(64).optional() }),
    output: () =>
      z.object({
        mode: z.string(),
        bot_id: z.string(),
        max_table_num: z.number(),
        max_column_num: z.number(),
        max_capacity_kb: z.number(),
        max_row_num: z.number(),
      }),
  }),
  fileTables: op('GET /api/memory/doc_table_info', {
    summary: 'Get columns and first rows of every sheet of a file',
    summaryZh: '获取文件各工作表的列和前几行',
    reply: flat,
    input: () => z.object({ tos_uri: z.string().min(1).max(500), document_id: commaList(id()).optional() }),
    output: () =>
      z.object({
        sheet_list: z.array(shape.sheetSchema),
        table_meta: z.record(z.string(), z.array(shape.columnSchema)),
        preview_data: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
      }),
  }),
  questionToSql: op('GET /api/memory/table_nl2sql', {
    summary: 'Turn a question into SQL; it is shown before it runs',
    summaryZh: '将问题转为 SQL，执行前可查看',
    access: { on: 'database', id: 'database_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        text: z.string().trim().min(1).max(2000),
        bot_id: idOrNone(),
        database_id: idOrNone(),
        table_type: shape.tableType().default(1),
        connector_id: z.string().max(64).optional(),
        connector_uid: z.string().max(200).optional(),
      }),
    output: () => z.object({ sql: z.string(), extraMap: z.record(z.string(), z.string()) }),
  }),
  suggestTables: op('POST /api/memory/nl2db', {
    summary: 'Suggest databases for a purpose; nothing is created yet',
    summaryZh: '根据用途推荐数据库，不会立即创建',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    reply: flat,
    input: () =>
      z.object({
        bot_id: idOrNone(),
        /** For use without a bot. */
        space_id: idOrNone(),
        /** 1: based on the persona of the bot; 2: based on `text`. */
        scene_type: z.literal([1, 2]).default(2),
        text: z.string().trim().max(4000).default(''),
      }),
    output: () =>
      z.object({
        bot_table_list: z.array(
          z.object({
            bot_id: z.string(),
            table_name: z.string(),
            table_desc: z.string(),
            rw_mode: z.number(),
            field_list: z.array(shape.fieldSchema),
          }),
        ),
      }),
  }),
  usedBy: op('GET /api/memory/database/used_by', {
    summary: 'List the bots and workflows that use a database',
    summaryZh: '列出使用该数据库的智能体和工作流',
    access: on('view'),
    input: () => z.object({ database_id: id() }),
    output: () =>
      z.object({
        users: z.array(z.object({ id: z.string(), kind: z.enum(['bot', 'workflow']), name: z.string() })),
      }),
  }),
  query: op('POST /api/memory/database/query', {
    summary: 'Run a SELECT statement on the rows you can see',
    summaryZh: '对你可见的数据执行 SELECT 语句',
    access: on('view'),
    input: () =>
      z.object({
        database_id: id(),
        table_type: shape.tableType().default(1),
        sql: z.string().trim().min(1).max(20_000),
      }),
    output: () =>
      z.object({
        columns: z.array(z.string()),
        rows: z.array(z.record(z.string(), z.string())),
        is_cut: z.boolean(),
      }),
  }),
}
