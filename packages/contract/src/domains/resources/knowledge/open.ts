import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { listDocumentsInput, updateDocumentInput } from './document.ts'
import * as e from './enums.ts'
import { createDocumentsInput, dataset, documentInfo, documentProgress, photoInfo } from './shapes.ts'

const inBase = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'knowledge', id: 'dataset_id', can }) as const
const MB = 1024 * 1024

/** Calls for programs with a token. */
export const knowledgeOpen = {
  list: op('GET /v1/datasets', {
    summary: 'List the knowledge bases of a space',
    summaryZh: '列出空间的知识库',
    access: { on: 'space', id: 'space_id', can: 'view' },
    scope: 'Knowledge.list',
    input: () =>
      z.object({
        space_id: id(),
        name: z.string().max(200).default(''),
        format_type: int().pipe(z.enum(e.FormatType)).optional(),
        page_num: pageNumber(),
        page_size: pageSize(10, 300),
        project_id: idOrNone(),
      }),
    output: () => z.object({ dataset_list: z.array(dataset), total_count: z.number() }),
  }),
  create: op('POST /v1/datasets', {
    summary: 'Create a knowledge base',
    summaryZh: '创建知识库',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    scope: 'Knowledge.create',
    input: () =>
      z.object({
        name: name(e.KNOWLEDGE_LIMITS.name),
        description: text(e.KNOWLEDGE_LIMITS.description).default(''),
        space_id: id(),
        file_id: z.string().max(300).default(''),
        format_type: z.enum(e.FormatType).default(e.FormatType.text),
        project_id: idOrNone(),
      }),
    output: () => z.object({ dataset_id: z.string() }),
  }),
  update: op('PUT /v1/datasets/{dataset_id}', {
    summary: 'Change name, icon or description of a knowledge base',
    summaryZh: '修改知识库的名称、图标或描述',
    access: inBase('editInfo'),
    scope: 'Knowledge.update',
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        name: name(e.KNOWLEDGE_LIMITS.name),
        file_id: z.string().max(300).optional(),
        description: text(e.KNOWLEDGE_LIMITS.description).optional(),
      }),
  }),
  remove: op('DELETE /v1/datasets/{dataset_id}', {
    summary: 'Delete a knowledge base with all its contents',
    summaryZh: '删除知识库及其全部内容',
    access: inBase('delete'),
    scope: 'Knowledge.delete',
    reply: 'flat',
    input: () => z.object({ dataset_id: id() }),
  }),
  process: op('POST /v1/datasets/{dataset_id}/process', {
    summary: 'Get the import progress of documents',
    summaryZh: '获取文档导入进度',
    access: inBase('view'),
    scope: 'Knowledge.listDocument',
    input: () => z.object({ dataset_id: id(), document_ids: z.array(id()).min(1).max(300) }),
    output: () => z.object({ data: z.array(documentProgress) }),
  }),
  images: op('GET /v1/datasets/{dataset_id}/images', {
    summary: 'List the images of a knowledge base',
    summaryZh: '列出知识库的图片',
    access: inBase('view'),
    scope: 'Knowledge.listDocument',
    input: () =>
      z.object({
        dataset_id: id(),
        page_num: pageNumber(),
        page_size: pageSize(10, 300),
        keyword: z.string().max(200).default(''),
        has_caption: bool().optional(),
      }),
    output: () => z.object({ photo_infos: z.array(photoInfo), total_count: z.number() }),
  }),
  setCaption: op('PUT /v1/datasets/{dataset_id}/images/{document_id}', {
    summary: 'Set the caption of an image',
    summaryZh: '设置图片标注',
    access: inBase('editInfo'),
    scope: 'Knowledge.updateDocument',
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), document_id: id(), caption: text(e.KNOWLEDGE_LIMITS.caption) }),
  }),
  addImages: op('POST /v1/datasets/{dataset_id}/documents_v2', {
    summary: 'Import images sent as a form',
    summaryZh: '以表单上传并导入图片',
    access: inBase('editInfo'),
    scope: 'Knowledge.createDocument',
    reply: 'flat',
    body: 'form',
    bodyLimit: 30 * MB,
    input: () => z.object({ dataset_id: id() }).loose(),
    output: () => z.object({ document_infos: z.array(documentInfo) }),
  }),
  createDocuments: op('POST /open_api/knowledge/document/create', {
    summary: 'Import files, text or web pages',
    summaryZh: '导入文件、文本或网页',
    access: inBase('editInfo'),
    scope: 'Knowledge.createDocument',
    reply: 'flat',
    bodyLimit: 30 * MB,
    input: createDocumentsInput,
    output: () => z.object({ document_infos: z.array(documentInfo) }),
  }),
  listDocuments: op(['POST /open_api/knowledge/document/list', 'GET /open_api/knowledge/document/list'], {
    summary: 'List the documents of a knowledge base',
    summaryZh: '列出知识库的文档',
    access: inBase('view'),
    scope: 'Knowledge.listDocument',
    reply: 'flat',
    input: () =>
      listDocumentsInput.extend({ page_size: pageSize(20, 300).optional(), size: pageSize(20, 300).optional() }),
    output: () => z.object({ document_infos: z.array(documentInfo), total: z.number() }),
  }),
  updateDocument: op('POST /open_api/knowledge/document/update', {
    summary: 'Rename a document, turn it on or off or change its update rule',
    summaryZh: '重命名文档、启用或停用，或修改更新规则',
    access: { on: 'document', id: 'document_id', can: 'editInfo' },
    scope: 'Knowledge.updateDocument',
    reply: 'flat',
    input: updateDocumentInput,
    output: () => z.object({ document_info: documentInfo }),
  }),
  removeDocuments: op('POST /open_api/knowledge/document/delete', {
    summary: 'Delete documents with their chunks',
    summaryZh: '删除文档及其分段',
    scope: 'Knowledge.deleteDocument',
    reply: 'flat',
    input: () => z.object({ document_ids: z.array(id()).min(1).max(300) }),
  }),
}
