import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import * as e from './enums.ts'
import { dataset, sourceInfo, tableColumn, tableMeta, tableSheet } from './shapes.ts'

const ids = () => z.array(id()).max(200)
export const inKnowledge = (can: 'view' | 'editInfo' | 'delete') =>
  ({ on: 'knowledge', id: 'dataset_id', can }) as const

/** Also indexes the base in a search engine of the caller. Omitted: unchanged, or for a new base, only indexed here. */
const storage = { storage_location: z.enum(e.StorageLocation).optional(), storage_config_id: idOrNone() }

export const datasetOps = {
  create: op('POST /api/knowledge/create', {
    summary: 'Create a knowledge base for text, tables or images',
    summaryZh: '创建文本、表格或图片知识库',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        name: name(e.KNOWLEDGE_LIMITS.name),
        description: text(e.KNOWLEDGE_LIMITS.description).default(''),
        space_id: id(),
        icon_uri: z.string().max(300).default(''),
        format_type: z.enum(e.FormatType).default(e.FormatType.text),
        project_id: idOrNone(),
        ...storage,
        Base: base,
      }),
    output: () => z.object({ dataset_id: z.string() }),
  }),
  list: op('POST /api/knowledge/list', {
    summary: 'List the knowledge bases of a space',
    summaryZh: '列出空间的知识库',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        filter: z
          .object({
            name: z.string().max(200).default(''),
            dataset_ids: ids().default([]),
            scope_type: z.int().default(1),
            format_type: z.enum(e.FormatType).optional(),
          })
          .prefault({}),
        page: pageNumber(),
        size: pageSize(20, 100),
        order_field: z.int().default(2),
        order_type: z.int().default(1),
        project_id: idOrNone(),
      }),
    output: () => z.object({ dataset_list: z.array(dataset), total: z.number() }),
  }),
  detail: op('POST /api/knowledge/detail', {
    summary: 'Get knowledge bases by id; those you cannot see are omitted',
    summaryZh: '按 ID 获取知识库，无权查看的不返回',
    reply: 'flat',
    input: () => z.object({ dataset_ids: ids().min(1), space_id: idOrNone(), project_id: idOrNone() }),
    output: () => z.object({ dataset_details: z.record(z.string(), dataset) }),
  }),
  update: op('POST /api/knowledge/update', {
    summary: 'Change name, icon, description or search engine of a knowledge base, or turn it on or off',
    summaryZh: '修改知识库的名称、图标、描述或搜索引擎，或启用、停用',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        name: name(e.KNOWLEDGE_LIMITS.name).optional(),
        icon_uri: z.string().max(300).optional(),
        description: text(e.KNOWLEDGE_LIMITS.description).optional(),
        status: z.enum({ ready: e.KnowledgeStatus.ready, forbid: e.KnowledgeStatus.forbid }).optional(),
        ...storage,
      }),
  }),
  remove: op('POST /api/knowledge/delete', {
    summary: 'Delete a knowledge base with all its contents',
    summaryZh: '删除知识库及其全部内容',
    access: inKnowledge('delete'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id() }),
  }),
  icon: op('POST /api/knowledge/icon/get', {
    summary: 'Get the default icon of a knowledge base type',
    summaryZh: '获取知识库类型的默认图标',
    reply: 'flat',
    input: () => z.object({ format_type: z.enum(e.FormatType).default(e.FormatType.text) }),
    output: () => z.object({ icon: z.object({ url: z.string(), uri: z.string() }) }),
  }),
  refBots: op('POST /api/knowledge/ref_bots', {
    summary: 'List the bots that use a knowledge base',
    summaryZh: '列出使用该知识库的智能体',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id() }),
    output: () =>
      z.object({ dataset_id: z.string(), ref_bots: z.array(z.object({ name: z.string(), bot_id: z.string() })) }),
  }),
  treeAdvice: op('POST /api/knowledge/get_tree_chunk_rec', {
    summary: 'Get which files are better split by headings',
    summaryZh: '获取更适合按标题分段的文件',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), tos_uris: z.array(z.string().max(300)).max(50) }),
    output: () =>
      z.object({
        tree_chunk_rec_infos: z.array(z.object({ is_rec_tree_chunk: z.boolean(), tos_uri: z.string() })),
      }),
  }),
  benefit: op('POST /api/knowledge/user/benefit', {
    summary: 'Get your storage quota and usage for knowledge, in bytes',
    summaryZh: '获取你的知识库存储额度和用量（字节）',
    access: { on: 'space', id: 'SpaceID', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ SpaceID: idOrNone() }),
    output: () =>
      z.object({
        UserLevel: z.number(),
        InstanceStatus: z.number(),
        UpperBound: z.number(),
        Used: z.number(),
      }),
  }),
  reindex: op('POST /api/knowledge/reindex', {
    summary: 'Re-index a knowledge base with another embedding model; it stays searchable meanwhile',
    summaryZh: '用其他向量模型重建索引，期间仍可检索',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), model: z.string().min(1).max(200) }),
    output: () => z.object({ documents: z.number() }),
  }),
  tableSchema: op('POST /api/knowledge/table_schema/get', {
    summary: 'Get sheets, columns and first rows of a file or stored table',
    summaryZh: '获取文件或已存表格的工作表、列和前几行',
    access: { on: 'document', id: 'document_id', can: 'view', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        table_sheet: tableSheet.optional(),
        table_data_type: z.enum(e.TableDataType).default(e.TableDataType.all),
        document_id: idOrNone(),
        source_file: sourceInfo.optional(),
        preview_table_meta: tableMeta.default([]),
      }),
    output: () =>
      z.object({
        sheet_list: z.array(z.object({ id: z.number(), sheet_name: z.string(), total_row: z.number() })),
        table_meta: z.array(tableColumn),
        preview_data: z.array(z.record(z.string(), z.string())),
      }),
  }),
  validateSchema: op('POST /api/knowledge/table_schema/validate', {
    summary: 'Check whether a file fits the columns of a stored table',
    summaryZh: '检查文件是否符合已存表格的列',
    access: { on: 'document', id: 'document_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: idOrNone(),
        document_id: id(),
        source_file: sourceInfo,
        table_sheet: tableSheet.optional(),
      }),
    output: () =>
      z.object({
        column_valid_result: z.record(z.string(), z.string()),
        row_errors: z.array(z.object({ row: z.number(), column: z.string(), problem: z.string() })),
      }),
  }),
}
