import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, pageNumber, pageSize, text } from '#shared/fields.ts'
import { inKnowledge } from './dataset.ts'
import { onDocument } from './document.ts'
import * as e from './enums.ts'
import { chunkStrategy, filterStrategy, parsingStrategy, photoInfo, sliceInfo } from './shapes.ts'

const review = z.object({
  review_id: z.string(),
  document_name: z.string(),
  document_type: z.string(),
  tos_url: z.string(),
  status: z.enum(e.ReviewStatus),
  doc_tree_tos_url: z.string(),
  preview_tos_url: z.string(),
  status_descript: z.string(),
  chunks: z.array(
    z.object({
      content: z.string(),
      titles: z.array(z.string()),
      page: z.number().optional(),
      parent: z.string().optional(),
    }),
  ),
})
const web = z.object({
  id: z.string(),
  url: z.string(),
  content: z.string(),
  title: z.string(),
  subpages: z.array(
    z.object({ id: z.string(), url: z.string(), content: z.string(), title: z.string(), status: z.enum(e.WebStatus) }),
  ),
  subpages_count: z.number(),
  status: z.enum(e.WebStatus),
})
export const webData = z.object({
  progress: z.number(),
  web_info: web,
  status: z.enum(e.WebStatus),
  status_descript: z.string(),
})
export const submitWebInput = z.object({
  web_url: z.string().min(1).max(2000),
  subpages_count: int().min(0).max(e.KNOWLEDGE_LIMITS.subpages).default(0),
  format_type: z.enum(e.FormatType).default(e.FormatType.text),
  title: text(200).default(''),
})

export const sliceOps = {
  createSlice: op('POST /api/knowledge/slice/create', {
    summary: 'Add a chunk to a document',
    summaryZh: '为文档新增分段',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        document_id: id(),
        raw_text: text(e.KNOWLEDGE_LIMITS.slice).min(1),
        sequence: int().min(1).optional(),
        dataset_id: idOrNone(),
      }),
    output: () => z.object({ slice_id: z.string(), slice_id_new: z.string() }),
  }),
  updateSlice: op('POST /api/knowledge/slice/update', {
    summary: 'Change a chunk or turn it on or off',
    summaryZh: '修改分段，或启用、停用',
    access: { on: 'slice', id: 'slice_id', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        slice_id: id(),
        status: z.enum(e.SliceStatus).optional(),
        raw_text: text(e.KNOWLEDGE_LIMITS.slice).min(1).optional(),
        table_unit_text: z.string().max(100_000).optional(),
      }),
  }),
  removeSlices: op('POST /api/knowledge/slice/delete', {
    summary: 'Delete chunks',
    summaryZh: '删除分段',
    reply: 'flat',
    input: () => z.object({ slice_ids: z.array(id()).min(1).max(500) }),
  }),
  listSlices: op('POST /api/knowledge/slice/list', {
    summary: 'List the chunks of a document or knowledge base in order',
    summaryZh: '按顺序列出文档或知识库的分段',
    reply: 'flat',
    input: () =>
      z.object({
        document_id: idOrNone(),
        dataset_id: idOrNone(),
        sequence: int().min(0).optional(),
        keyword: z.string().max(200).default(''),
        page_no: pageNumber().optional(),
        page_size: pageSize(20, 200),
        sort_field: z.string().max(50).default(''),
        is_asc: z.boolean().default(true),
      }),
    output: () => z.object({ slices: z.array(sliceInfo), total: z.string(), hasmore: z.boolean() }),
  }),
}

export const photoOps = {
  photos: op('POST /api/knowledge/photo/list', {
    summary: 'List the images of a knowledge base',
    summaryZh: '列出知识库的图片',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        page: pageNumber(),
        size: pageSize(20, 100),
        filter: z
          .object({
            has_caption: z.boolean().optional(),
            keyword: z.string().max(200).default(''),
            status: z.enum(e.DocumentStatus).optional(),
          })
          .prefault({}),
      }),
    output: () => z.object({ photo_infos: z.array(photoInfo), total: z.number() }),
  }),
  photoDetail: op('POST /api/knowledge/photo/detail', {
    summary: 'Get images of a knowledge base by id',
    summaryZh: '按 ID 获取知识库的图片',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), document_ids: z.array(id()).min(1).max(200) }),
    output: () => z.object({ photo_infos: z.record(z.string(), photoInfo) }),
  }),
  setCaption: op('POST /api/knowledge/photo/caption', {
    summary: 'Set the caption of an image',
    summaryZh: '设置图片标注',
    access: onDocument('editInfo'),
    reply: 'flat',
    input: () => z.object({ document_id: id(), caption: text(e.KNOWLEDGE_LIMITS.caption) }),
  }),
  extractCaption: op('POST /api/knowledge/photo/extract_caption', {
    summary: 'Generate the caption of an image with a vision model or text recognition',
    summaryZh: '用视觉模型或文字识别生成图片标注',
    access: onDocument('editInfo'),
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ document_id: id() }),
    output: () => z.object({ caption: z.string() }),
  }),
}

export const webOps = {
  submitWeb: op('POST /api/knowledge/web_url/submit', {
    summary: 'Fetch a web page and its subpages for a later import',
    summaryZh: '采集网页及其子页面，稍后导入',
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: submitWebInput,
    output: () => z.object({ web_id: z.string() }),
  }),
  submitWebs: op('POST /api/knowledge/web_url/batch_submit', {
    summary: 'Fetch several web pages for a later import',
    summaryZh: '批量采集网页，稍后导入',
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ web_urls: z.array(z.string().min(1).max(2000)).min(1).max(e.KNOWLEDGE_LIMITS.webPages) }),
    output: () => z.object({ web_ids: z.array(z.string()) }),
  }),
  webs: op('POST /api/knowledge/web_url/get', {
    summary: 'Get the status of fetched web pages',
    summaryZh: '获取网页采集状态',
    reply: 'flat',
    input: () => z.object({ web_ids: z.array(id()).min(1).max(100), include_content: z.boolean().default(false) }),
    output: () => z.object({ data: z.record(z.string(), webData) }),
  }),
}

export const reviewOps = {
  createReviews: op('POST /api/knowledge/review/create', {
    summary: 'Preview how files are split before they are imported',
    summaryZh: '导入前预览文件的分段',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        dataset_id: id(),
        reviews: z
          .array(
            z.object({
              document_name: text(200).default(''),
              /** The type of the file, if its name does not show it. */
              document_type: text(20).default(''),
              tos_uri: z.string().max(300).default(''),
              document_id: idOrNone(),
              /** A fetched web page that is not imported yet. */
              web_id: idOrNone(),
              /** A file of a connected account. */
              source_file_id: z.string().max(1000).default(''),
            }),
          )
          .min(1)
          .max(20),
        chunk_strategy: chunkStrategy.optional(),
        parsing_strategy: parsingStrategy.optional(),
        filter_strategy: filterStrategy.optional(),
      }),
    output: () => z.object({ dataset_id: z.string(), reviews: z.array(review) }),
  }),
  reviews: op('POST /api/knowledge/review/mget', {
    summary: 'Get previews of split files',
    summaryZh: '获取分段预览',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), review_ids: z.array(id()).min(1).max(50) }),
    output: () => z.object({ dataset_id: z.string(), reviews: z.array(review) }),
  }),
  saveReview: op('POST /api/knowledge/review/save', {
    summary: 'Save edited chunks of a preview for the import',
    summaryZh: '保存预览中编辑的分段，供导入使用',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), review_id: id(), doc_tree_json: z.string().max(5_000_000) }),
  }),
}
