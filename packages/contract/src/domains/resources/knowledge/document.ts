import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { inKnowledge } from './dataset.ts'
import * as e from './enums.ts'
import * as s from './shapes.ts'

const ids = () => z.array(id()).min(1).max(300)
const MB = 1024 * 1024
export const updateDocumentInput = z.object({
  document_id: id(),
  status: z.enum({ enabled: e.DocumentStatus.enabled, disabled: e.DocumentStatus.disabled }).optional(),
  document_name: name(e.KNOWLEDGE_LIMITS.documentName).optional(),
  update_rule: s.updateRule.optional(),
  table_meta: s.tableMeta.optional(),
  metadata: s.metadata.optional(),
  Base: base,
})
export const listDocumentsInput = z.object({
  dataset_id: id(),
  document_ids: z.array(id()).max(300).default([]),
  page: pageNumber(),
  size: pageSize(20, 300),
  keyword: z.string().max(200).default(''),
  statuses: z.array(z.enum(e.DocumentStatus)).max(10).optional(),
})
export const onDocument = (can: 'view' | 'editInfo') => ({ on: 'document', id: 'document_id', can }) as const

export const documentOps = {
  createDocument: op('POST /api/knowledge/document/create', {
    summary: 'Import files, text, tables, web pages or images in the background',
    summaryZh: '在后台导入文件、文本、表格、网页或图片',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    bodyLimit: 30 * MB,
    input: s.createDocumentsInput,
    output: () => z.object({ document_infos: z.array(s.documentInfo) }),
  }),
  listDocuments: op('POST /api/knowledge/document/list', {
    summary: 'List the documents of a knowledge base',
    summaryZh: '列出知识库的文档',
    access: inKnowledge('view'),
    reply: 'flat',
    input: listDocumentsInput,
    output: () =>
      z.object({
        document_infos: z.array(s.documentInfo),
        total: z.number(),
        /** Counts of all documents of the base, regardless of the filters. */
        counts: z.object({ ready: z.number(), busy: z.number(), failed: z.number(), off: z.number() }),
      }),
  }),
  original: op('POST /api/knowledge/document/original', {
    summary: 'Get a page of the original file of a document',
    summaryZh: '获取文档原文的一页',
    access: onDocument('view'),
    reply: 'flat',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        document_id: id(),
        page: pageNumber(),
        /** Returns the page that contains this text, instead of `page`. */
        find: z.string().max(e.KNOWLEDGE_LIMITS.slice).default(''),
      }),
    output: () =>
      z.object({
        page: z.number(),
        pages: z.number(),
        /** Paragraphs (level 0) and headings (levels from 1). */
        blocks: z.array(z.object({ text: z.string(), level: z.number() })),
        url: z.string(),
      }),
  }),
  resegment: op('POST /api/knowledge/document/resegment', {
    summary: 'Split documents again with another rule; old chunks are used until the new ones are ready',
    summaryZh: '按新规则重新分段，完成前仍使用原分段',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        document_ids: ids(),
        chunk_strategy: s.chunkStrategy.optional(),
        review_ids: z.array(id()).max(300).default([]),
        parsing_strategy: s.parsingStrategy.optional(),
        index_strategy: s.indexStrategy.optional(),
        filter_strategy: s.filterStrategy.optional(),
      }),
    output: () => z.object({ document_infos: z.array(s.documentInfo) }),
  }),
  removeDocuments: op('POST /api/knowledge/document/delete', {
    summary: 'Delete documents with their chunks',
    summaryZh: '删除文档及其分段',
    reply: 'flat',
    input: () => z.object({ document_ids: ids(), dataset_id: z.string().optional() }),
  }),
  progress: op('POST /api/knowledge/document/progress/get', {
    summary: 'Get the import progress of documents: stage, percent, time left and errors',
    summaryZh: '获取文档导入进度：阶段、百分比、剩余时间和错误',
    reply: 'flat',
    input: () => z.object({ document_ids: ids() }),
    output: () => z.object({ data: z.array(s.documentProgress) }),
  }),
  updateDocument: op('POST /api/knowledge/document/update', {
    summary: 'Rename a document, turn it on or off, or change its update rule or columns',
    summaryZh: '重命名文档、启用或停用，或修改更新规则和列',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: updateDocumentInput,
    output: () => z.object({ document_info: s.documentInfo }),
  }),
  refreshDocument: op('POST /api/knowledge/document/refresh_document', {
    summary: 'Fetch and read the source of a document again',
    summaryZh: '重新获取并读取文档来源',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: z.string().optional(),
        document_id: id(),
        chunk_strategy: s.chunkStrategy.optional(),
      }),
    output: () => z.object({ document_id: z.string() }),
  }),
  retryDocuments: op('POST /api/knowledge/document/retry', {
    summary: 'Retry the import of failed documents',
    summaryZh: '重试导入失败的文档',
    reply: 'flat',
    input: () => z.object({ document_ids: ids() }),
    output: () => z.object({ document_infos: z.array(s.documentInfo) }),
  }),
  cancelDocuments: op('POST /api/knowledge/document/cancel', {
    summary: 'Cancel the import of documents',
    summaryZh: '取消文档导入',
    reply: 'flat',
    input: () => z.object({ document_ids: ids() }),
    output: () => z.object({ document_infos: z.array(s.documentInfo) }),
  }),
  fetchDocuments: op('POST /api/knowledge/document/batch_fetch', {
    summary: 'Fetch the web pages of documents now',
    summaryZh: '立即更新文档对应的网页',
    reply: 'flat',
    input: () => z.object({ document_ids: ids() }),
  }),
  updateDocuments: op('POST /api/knowledge/document/batch_update', {
    summary: 'Change the update rule of documents',
    summaryZh: '批量修改文档的更新规则',
    reply: 'flat',
    input: () => z.object({ document_ids: ids(), update_rule: s.updateRule }),
    output: () => z.object({ document_info: z.array(s.documentInfo) }),
  }),
  embeddingModels: op('POST /api/knowledge/document/list_model', {
    summary: 'List the embedding models a knowledge base can use',
    summaryZh: '列出知识库可用的向量模型',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: 'flat',
    input: () => z.object({ space_id: id().optional() }),
    output: () => z.object({ models: z.array(z.object({ name: z.string(), id: z.string() })) }),
  }),
  setAppendFrequency: op('POST /api/knowledge/document/set_append_frequency', {
    summary: 'Set how often connected accounts are checked for new files',
    summaryZh: '设置已连接账号的新文件检查频率',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        auth_frequency_info: z
          .array(
            z.object({
              auth_id: z.string().min(1).max(100),
              auth_frequency_type: z.enum(e.UpdateInterval),
              auth_name: text(200).default(''),
            }),
          )
          .max(50),
      }),
  }),
  getAppendFrequency: op('POST /api/knowledge/document/get_append_frequency', {
    summary: 'Get how often connected accounts are checked for new files',
    summaryZh: '获取已连接账号的新文件检查频率',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id() }),
    output: () =>
      z.object({
        auth_frequency_info: z.array(
          z.object({ auth_id: z.string(), auth_frequency_type: z.number(), auth_name: z.string() }),
        ),
      }),
  }),
}
