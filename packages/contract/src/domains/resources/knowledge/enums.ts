export const FormatType = { text: 0, table: 1, image: 2 } as const
export type FormatType = (typeof FormatType)[keyof typeof FormatType]
export const KnowledgeStatus = { processing: 0, ready: 1, deleted: 2, forbid: 3, failed: 9 } as const
export const DocumentStatus = {
  processing: 0,
  enabled: 1,
  disabled: 2,
  deleted: 3,
  resegment: 4,
  refreshing: 5,
  failed: 9,
  auditFailed: 1000,
} as const
export type DocumentStatus = (typeof DocumentStatus)[keyof typeof DocumentStatus]
export const SliceStatus = { pending: 0, ready: 1, inactive: 9 } as const
export const DocumentSource = { file: 0, web: 1, custom: 2, thirdParty: 3, frontCrawl: 4, openApi: 5 } as const
export const UpdateType = { none: 0, cover: 1, append: 2 } as const
/** Update intervals of web pages, as clients number them. `updateDays` gives their days. */
export const UpdateInterval = { none: 0, daily: 1, threeDays: 2, sevenDays: 3 } as const
export const updateDays: Record<number, number> = { 1: 1, 2: 3, 3: 7 }
export const ChunkType = { automatic: 0, custom: 1, level: 2, parentChild: 3 } as const
export const ColumnType = { unknown: 0, text: 1, number: 2, date: 3, float: 4, boolean: 5, image: 6 } as const
export type ColumnType = (typeof ColumnType)[keyof typeof ColumnType]
export const CaptionType = { automatic: 0, manual: 1 } as const
export const ReviewStatus = { processing: 0, ready: 1, failed: 2, forceStop: 3 } as const
export const WebStatus = { handling: 0, finished: 1, failed: 2 } as const
export const TableDataType = { all: 0, schema: 1, preview: 2 } as const
/** The note in search results when the embedding model does not support the language of the question. */
export const UNKNOWN_LANGUAGE = 'semantic: unknown language'
/**
 * The note in search results when the search engine of a base was unreachable, so that this server searched instead.
 */
export const ENGINE_AWAY = 'engine: not reached'
/** Where a base is indexed: only here, or also in a search engine. */
export const StorageLocation = { default: 0, openSearch: 1 } as const
export const RecallStrategy = { semantic: 0, hybrid: 1, fulltext: 20 } as const
export const KNOWLEDGE_LIMITS = {
  name: 100,
  description: 2000,
  documents: 300,
  documentName: 200,
  slice: 10_000,
  content: 2_000_000,
  caption: 2000,
  subpages: 50,
  metadata: 20,
  metadataKey: 50,
  metadataValue: 200,
  columnName: 200,
  separator: 100,
  webPages: 50,
  accountName: 100,
  embeddingBatch: 2048,
  /** Storage limit of one person over all spaces. */
  bytes: 10 * 1024 ** 3,
} as const
