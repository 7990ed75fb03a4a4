import { z } from 'zod'
import { base, id, idOrNone, int, name, text } from '#shared/fields.ts'
import * as e from './enums.ts'

const line = (max: number) => z.string().max(max).default('')
/** Accepts numbers as text too, since some clients send text. */
const whole = (min: number, max: number) => int().min(min).max(max)
const key = () => z.string().max(300).default('')

export const chunkStrategy = z.object({
  separator: z.string().max(e.KNOWLEDGE_LIMITS.separator).default('\n'),
  max_tokens: whole(0, 10_000).default(800),
  remove_extra_spaces: z.boolean().default(false),
  remove_urls_emails: z.boolean().default(false),
  chunk_type: z.enum(e.ChunkType).default(e.ChunkType.automatic),
  content_schema: int().default(0),
  caption_type: z.enum(e.CaptionType).default(e.CaptionType.automatic),
  /** As a percentage of the chunk length. */
  overlap: whole(0, 99).default(10),
  max_level: whole(0, 6).default(3),
  save_title: z.boolean().default(true),
  /** The size of the small chunks that are searched, while the large chunks around them are given to the model. */
  child_max_tokens: whole(0, 2000).default(200),
})
export type ChunkStrategy = z.output<typeof chunkStrategy>
export const parsingStrategy = z.object({
  parsing_type: int().default(0),
  image_extraction: z.boolean().default(false),
  table_extraction: z.boolean().default(false),
  image_ocr: z.boolean().default(false),
})
export const indexStrategy = z.object({
  vector_indexing: z.boolean().default(true),
  keyword_indexing: z.boolean().default(true),
  hierarchical_indexing: z.boolean().default(false),
  model: line(200),
})
export const filterStrategy = z.object({ filter_page: z.array(int()).max(2000).default([]) })
export const tableSheet = z.object({
  sheet_id: whole(0, 1000).default(0),
  header_line_idx: whole(0, 1000).default(0),
  start_line_idx: whole(0, 1_000_000).default(1),
})
export const tableColumn = z.object({
  id: key(),
  column_name: z.string().trim().min(1).max(e.KNOWLEDGE_LIMITS.columnName),
  is_semantic: z.boolean().default(false),
  sequence: z.coerce.string().max(20).default(''),
  column_type: z.enum(e.ColumnType).default(e.ColumnType.text),
  contains_empty_value: z.boolean().default(false),
  desc: line(2000),
})
export type TableColumn = z.output<typeof tableColumn>
export const tableMeta = z.array(tableColumn).max(100)
/** Metadata of a document; searches can filter by it. */
export const metadata = z
  .record(z.string().trim().min(1).max(50), z.string().max(200))
  .refine((value) => Object.keys(value).length <= e.KNOWLEDGE_LIMITS.metadata, {
    error: `takes at most ${e.KNOWLEDGE_LIMITS.metadata} fields`,
  })
const intervalOf = (value: unknown) =>
  typeof value === 'number' && value > 3 ? (value <= 24 ? 1 : value <= 72 ? 2 : 3) : value
export const updateRule = z.object({
  update_type: z.enum(e.UpdateType).default(e.UpdateType.none),
  /** The number of an interval; programs may send hours instead. */
  update_interval: z.preprocess(intervalOf, z.enum(e.UpdateInterval)).default(e.UpdateInterval.none),
})
export const sourceInfo = z.object({
  tos_uri: key(),
  web_id: idOrNone(),
  source_file_id: key(),
  document_source: z.enum(e.DocumentSource).default(e.DocumentSource.file),
  custom_content: z.string().max(e.KNOWLEDGE_LIMITS.content).optional(),
  file_base64: z.string().optional(),
  file_type: line(20),
  web_url: line(2000),
  imagex_uri: key(),
  review_id: idOrNone(),
})
export type SourceInfo = z.output<typeof sourceInfo>
const documentBase = z.object({
  name: name(e.KNOWLEDGE_LIMITS.documentName),
  source_info: sourceInfo,
  update_rule: updateRule.optional(),
  table_meta: tableMeta.default([]),
  table_sheet: tableSheet.optional(),
  filter_strategy: filterStrategy.optional(),
  caption: text(e.KNOWLEDGE_LIMITS.caption).default(''),
  metadata: metadata.optional(),
})
export type DocumentBase = z.output<typeof documentBase>
export const createDocumentsInput = z.object({
  dataset_id: id(),
  format_type: z.enum(e.FormatType).optional(),
  document_bases: z.array(documentBase).min(1).max(100),
  chunk_strategy: chunkStrategy.optional(),
  is_append: z.boolean().default(false),
  parsing_strategy: parsingStrategy.optional(),
  index_strategy: indexStrategy.optional(),
  Base: base,
})

export const documentInfo = z.object({
  name: z.string(),
  document_id: z.string(),
  tos_uri: z.string(),
  bot_used_count: z.number(),
  create_time: z.number(),
  update_time: z.number(),
  creator_id: z.string(),
  slice_count: z.number(),
  type: z.string(),
  size: z.number(),
  char_count: z.number(),
  status: z.enum(e.DocumentStatus),
  hit_count: z.number(),
  source_type: z.number(),
  update_type: z.number(),
  update_interval: z.number(),
  format_type: z.enum(e.FormatType),
  table_meta: z.array(tableColumn),
  web_url: z.string(),
  status_descript: z.string(),
  source_file_id: z.string(),
  is_disconnect: z.boolean(),
  space_id: z.string(),
  editable_update_rule: z.boolean(),
  editable_append_content: z.boolean(),
  chunk_strategy: chunkStrategy,
  imagex_uri: z.string(),
  doc_outline: z.string(),
  parsing_strategy: parsingStrategy,
  index_strategy: indexStrategy,
  filter_strategy: filterStrategy,
  preview_tos_url: z.string(),
  review_id: z.string(),
  document_id_new: z.string(),
  /** waiting, fetch, read, index, store */
  stage: z.string(),
  progress: z.number(),
  metadata: z.record(z.string(), z.string()),
  /**
   * False if the embedding model does not support the document's language: it is then found only by full-text search.
   */
  is_language_known: z.boolean(),
})
export type DocumentInfo = z.input<typeof documentInfo>
export const documentProgress = z.object({
  document_id: z.string(),
  progress: z.number(),
  status: z.enum(e.DocumentStatus),
  status_descript: z.string(),
  document_name: z.string(),
  /** In seconds. */
  remaining_time: z.number(),
  size: z.number(),
  type: z.string(),
  url: z.string(),
  update_type: z.number(),
  update_interval: z.number(),
  stage: z.string(),
})
export const dataset = z.object({
  dataset_id: z.string(),
  name: z.string(),
  file_list: z.array(z.string()),
  all_file_size: z.number(),
  bot_used_count: z.number(),
  status: z.enum(e.KnowledgeStatus),
  processing_file_list: z.array(z.string()),
  update_time: z.number(),
  icon_url: z.string(),
  description: z.string(),
  icon_uri: z.string(),
  can_edit: z.boolean(),
  create_time: z.number(),
  creator_id: z.string(),
  space_id: z.string(),
  creator_name: z.string(),
  avatar_url: z.string(),
  failed_file_list: z.array(z.string()),
  format_type: z.enum(e.FormatType),
  slice_count: z.number(),
  hit_count: z.number(),
  doc_count: z.number(),
  chunk_strategy: chunkStrategy,
  processing_file_id_list: z.array(z.string()),
  project_id: z.string(),
  storage_location: z.number(),
  /** The search engine of the base; empty if it has none. */
  storage_config_id: z.string(),
  dataset_type: z.number(),
  /** The embedding model; `offline` for the built-in one. */
  embedding_model: z.string(),
})
export type Dataset = z.input<typeof dataset>
export const photoInfo = z.object({
  name: z.string(),
  document_id: z.string(),
  url: z.string(),
  caption: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  creator_id: z.string(),
  type: z.string(),
  size: z.number(),
  status: z.enum(e.DocumentStatus),
  source_type: z.number(),
})
export const sliceInfo = z.object({
  slice_id: z.string(),
  content: z.string(),
  status: z.enum(e.SliceStatus),
  hit_count: z.string(),
  char_count: z.string(),
  token_count: z.string(),
  sequence: z.string(),
  document_id: z.string(),
  chunk_info: z.string(),
})
