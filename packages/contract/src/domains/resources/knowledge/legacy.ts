import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { onDocument } from './document.ts'
import * as e from './enums.ts'
import { dataset, documentInfo, tableColumn, tableMeta, tableSheet } from './shapes.ts'
import { submitWebInput, webData } from './slice.ts'

const byId = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'knowledge', id: 'id', can }) as const
const byDataset = (can: 'view' | 'editInfo') => ({ on: 'knowledge', id: 'dataset_id', can }) as const
const file = z.object({ name: z.string(), uri: z.string(), document_id: z.string() })
const files = z.object({ document_infos: z.array(file) })
/** A chunk strategy as JSON text, in the format of the first clients. */
const rule = z.string().max(5000).default('')
const item = dataset
  .pick({
    name: true,
    file_list: true,
    all_file_size: true,
    bot_used_count: true,
    status: true,
    processing_file_list: true,
    failed_file_list: true,
    update_time: true,
    description: true,
    icon_url: true,
    icon_uri: true,
    can_edit: true,
    create_time: true,
    creator_id: true,
    creator_name: true,
    avatar_url: true,
  })
  .extend({ id: z.string(), dataset_id: z.string(), format_type: z.number() })
const slice = z.object({
  slice_id: z.string(),
  content: z.string(),
  status: z.enum(e.SliceStatus),
  hit_count: z.number(),
  char_count: z.number(),
  token_count: z.number(),
  sequence: z.number(),
})
const onSlice = { on: 'slice', id: 'slice_id', can: 'editInfo' } as const
const format = z.enum(e.FormatType).default(e.FormatType.text)

/** The first generation of the knowledge calls, which some clients still use. */
export const knowledgeLegacy = {
  create: op('POST /api/dataset/create_dataset', {
    summary: 'Create a text knowledge base (legacy)',
    summaryZh: '创建文本知识库（旧版）',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        name: name(e.KNOWLEDGE_LIMITS.name),
        space_id: id(),
        description: text(e.KNOWLEDGE_LIMITS.description).default(''),
        icon_uri: z.string().max(300).default(''),
      }),
    output: () => z.object({ id: z.string() }),
  }),
  list: op('POST /api/dataset/list_dataset', {
    summary: 'List the knowledge bases of a space (legacy)',
    summaryZh: '列出空间的知识库（旧版）',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        query: z.string().max(200).default(''),
        search_type: z.int().default(2),
        dataset_ids: z.array(id()).max(200).default([]),
        page: pageNumber(),
        size: pageSize(20, 100),
        scope_type: z.int().default(1),
      }),
    output: () =>
      z.object({
        data: z.object({ data_set_infos: z.array(item), total: z.number() }),
        dataset_list: z.array(item),
        total: z.number(),
      }),
  }),
  updateMeta: op('POST /api/dataset/update_meta', {
    summary: 'Change name, icon or description of a knowledge base (legacy)',
    summaryZh: '修改知识库的名称、图标或描述（旧版）',
    access: byId('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        id: id(),
        name: name(e.KNOWLEDGE_LIMITS.name).optional(),
        description: text(e.KNOWLEDGE_LIMITS.description).optional(),
        icon_uri: z.string().max(300).optional(),
      }),
  }),
  remove: op('POST /api/dataset/delete', {
    summary: 'Delete a knowledge base (legacy)',
    summaryZh: '删除知识库（旧版）',
    access: byId('delete'),
    reply: 'flat',
    input: () => z.object({ id: id() }),
  }),
  bots: op('GET /api/dataset/get_bot', {
    summary: 'List the bots that use a knowledge base, by page (legacy)',
    summaryZh: '分页列出使用知识库的智能体（旧版）',
    access: byDataset('view'),
    input: () => z.object({ dataset_id: id(), page_size: pageSize(20, 100), page_no: pageNumber() }),
    output: () =>
      z.object({
        data: z.array(z.object({ name: z.string(), icon_url: z.string(), bot_id: z.string(), creator_id: z.string() })),
        total: z.number(),
      }),
  }),
  processDocuments: op('POST /api/dataset/process_document', {
    summary: 'Import files or read documents again (legacy)',
    summaryZh: '导入文件或重新读取文档（旧版）',
    access: byDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        document_info: z
          .array(
            z.object({
              name: text(200).default(''),
              uri: z.string().max(300).default(''),
              document_id: idOrNone(),
              format_type: format,
              doc_table_meta: tableMeta.default([]),
              doc_table_info: tableSheet.optional(),
            }),
          )
          .min(1)
          .max(100),
        rule,
      }),
    output: files,
  }),
  createDocument: op('POST /api/dataset/document/create', {
    summary: 'Create an empty document (legacy)',
    summaryZh: '创建空文档（旧版）',
    access: byDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        space_id: idOrNone(),
        document: z.object({ name: name(200), format_type: format, table_meta: tableMeta.default([]) }),
      }),
    output: () => z.object({ id: z.string() }),
  }),
  listDocuments: op('POST /api/dataset/list_document', {
    summary: 'List the documents of a knowledge base (legacy)',
    summaryZh: '列出知识库的文档（旧版）',
    access: byDataset('view'),
    input: () => z.object({ dataset_id: id(), page: pageNumber(), size: pageSize(20, 300), document_id: idOrNone() }),
    output: () => z.object({ documents_info: z.array(documentInfo), total: z.number() }),
  }),
  updateDocument: op('POST /api/dataset/update_document', {
    summary: 'Rename a document, turn it on or off or change its columns (legacy)',
    summaryZh: '重命名文档、启用或停用，或修改列（旧版）',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        document_id: id(),
        status: z.enum({ enabled: e.DocumentStatus.enabled, disabled: e.DocumentStatus.disabled }).optional(),
        document_name: name(200).optional(),
        table_meta: tableMeta.optional(),
      }),
  }),
  updateWebRule: op('POST /api/dataset/update_web_rule', {
    summary: 'Set how and how often a web page is updated (legacy)',
    summaryZh: '设置网页的更新方式和频率（旧版）',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        document_id: id(),
        update_type: z.enum(e.UpdateType),
        update_interval: z.enum(e.UpdateInterval).default(e.UpdateInterval.none),
      }),
  }),
  progress: op('POST /api/dataset/get_progress', {
    summary: 'Get the import progress of documents (legacy)',
    summaryZh: '获取文档导入进度（旧版）',
    reply: 'flat',
    input: () => z.object({ document_ids: z.array(id()).min(1).max(300) }),
    output: () =>
      z.object({
        data: z.array(
          z.object({ document_id: z.string(), progress: z.number(), status: z.number(), status_descript: z.string() }),
        ),
      }),
  }),
  resegment: op('POST /api/dataset/resegment', {
    summary: 'Split a document again with another rule (legacy)',
    summaryZh: '按新规则重新分段（旧版）',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () => z.object({ dataset_id: idOrNone(), document_id: id(), rule, format_type: format }),
    output: () => z.object({ document_infos: file }),
  }),
  tableInfo: op('GET /api/dataset/doc_table_info', {
    summary: 'Get sheets, columns and first rows of a table (legacy)',
    summaryZh: '获取表格的工作表、列和前几行（旧版）',
    access: { on: 'document', id: 'document_id', can: 'view', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        submit_web_id: idOrNone(),
        tos_uri: z.string().max(300).default(''),
        document_id: idOrNone(),
        source_file_id: z.string().max(300).default(''),
        source_type: int().default(0),
      }),
    output: () =>
      z.object({
        sheet_list: z.array(z.object({ id: z.number(), sheet_name: z.string(), total_row: z.number() })),
        table_meta: z.record(z.string(), z.array(tableColumn)),
        preview_data: z.record(z.string(), z.array(z.record(z.string(), z.string()))),
      }),
  }),
  slices: op('GET /api/dataset/slice/list', {
    summary: 'List the chunks of a document (legacy)',
    summaryZh: '列出文档的分段（旧版）',
    access: { on: 'document', id: 'doc_id', can: 'view' },
    input: () =>
      z.object({
        doc_id: id(),
        sequence: int().min(0).optional(),
        key_word: z.string().max(200).default(''),
        page_no: pageNumber(),
        page_size: pageSize(20, 200),
      }),
    output: () => z.object({ data: z.array(slice), total: z.number() }),
  }),
  createSlice: op('POST /api/dataset/slice/create', {
    summary: 'Add a chunk at the end of a document (legacy)',
    summaryZh: '在文档末尾新增分段（旧版）',
    access: onDocument('editInfo'),
    input: () => z.object({ document_id: id(), content: text(e.KNOWLEDGE_LIMITS.slice).min(1) }),
    output: () => z.object({ slice_id: z.string() }),
  }),
  updateSlice: op('POST /api/dataset/slice/update', {
    summary: 'Change the text of a chunk (legacy)',
    summaryZh: '修改分段内容（旧版）',
    access: onSlice,
    input: () => z.object({ slice_id: id(), content: text(e.KNOWLEDGE_LIMITS.slice).min(1) }),
  }),
  removeSlice: op('POST /api/dataset/slice/del', {
    summary: 'Delete a chunk (legacy)',
    summaryZh: '删除分段（旧版）',
    access: onSlice,
    input: () => z.object({ slice_id: id() }),
  }),
  setSliceStatus: op('POST /api/dataset/slice/update_status', {
    summary: 'Turn a chunk on or off (legacy)',
    summaryZh: '启用或停用分段（旧版）',
    access: onSlice,
    input: () => z.object({ slice_id: id(), status: z.enum(e.SliceStatus) }),
  }),
  submitWeb: op('POST /api/dataset/submit_web_url', {
    summary: 'Fetch a web page for a later import (legacy)',
    summaryZh: '采集网页，稍后导入（旧版）',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: submitWebInput,
    output: () => z.object({ id: z.string() }),
  }),
  webs: op('POST /api/dataset/query_web_info', {
    summary: 'Get the status of fetched web pages (legacy)',
    summaryZh: '获取网页采集状态（旧版）',
    reply: 'flat',
    input: () => z.object({ web_id: z.array(id()).min(1).max(100), include_content: z.boolean().default(false) }),
    output: () => z.object({ data: z.record(z.string(), webData) }),
  }),
  editWeb: op('POST /api/dataset/submit_web_content', {
    summary: 'Edit a fetched web page before the import (legacy)',
    summaryZh: '导入前编辑采集的网页（旧版）',
    reply: 'flat',
    input: () => z.object({ web_id: id(), content: z.string().max(e.KNOWLEDGE_LIMITS.content) }),
  }),
  removeWeb: op('POST /api/dataset/del_web_data', {
    summary: 'Delete a fetched web page (legacy)',
    summaryZh: '删除采集的网页（旧版）',
    reply: 'flat',
    input: () => z.object({ web_id: id() }),
  }),
  processWebs: op('POST /api/dataset/process_web_document', {
    summary: 'Import fetched web pages (legacy)',
    summaryZh: '导入采集的网页（旧版）',
    access: byDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        document_info: z
          .array(
            z.object({
              name: text(200).default(''),
              web_id: id(),
              update_type: z.enum(e.UpdateType).default(e.UpdateType.none),
              update_interval: z.enum(e.UpdateInterval).default(e.UpdateInterval.none),
              sub_web_ids: z.array(id()).max(50).default([]),
              table_meta: tableMeta.default([]),
            }),
          )
          .min(1)
          .max(50),
        formatType: z.enum(e.FormatType).optional(),
      }),
    output: files,
  }),
}
