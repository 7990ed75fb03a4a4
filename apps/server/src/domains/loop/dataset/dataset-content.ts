import type { SQL } from 'drizzle-orm'

export interface Content {
  type: 'text' | 'image' | 'audio' | 'video' | 'parts'
  /** For other types than text, a list of parts as JSON (`shared/media.ts`): all code can treat values as text. */
  text: string
  /** How to display the value, if that differs from its field. */
  format?: number
}
/** The values of one turn by the key of their field. Items of single-row datasets have one turn. */
export type Turn = Record<string, Content>

export interface Field {
  key: string
  name: string
  description: string
  contentType: number
  defaultFormat: number
  schemaKey: number
  /** JSON Schema as text; empty if any value fits. */
  textSchema: string
  isRequired: boolean
  hidden: boolean
  /** The tag whose values a single-choice field takes. */
  tagKeyId?: string | undefined
  /** 1: available; 2: deleted, but earlier versions still have its values. */
  status: number
}
export interface DatasetFeatures {
  editSchema: boolean
  repeatedData: boolean
}
export interface DatasetSpec {
  maxItemCount?: number | undefined
  maxFieldCount?: number | undefined
  maxItemSize?: number | undefined
  maxItemDataNestedDepth?: number | undefined
}

/** A value in the input of a call. Its field is identified by key, or else by name. */
export interface ValueInput {
  key?: string | undefined
  name?: string | undefined
  content?: string | undefined
  format?: number | undefined
  attachments?: FileInput[] | undefined
  parts?: PartInput[] | undefined
}
/** A file, identified by the key of an upload or by a link of this instance. */
export interface FileInput {
  name?: string | undefined
  uri?: string | undefined
  url?: string | undefined
}
interface PartInput {
  contentType?: number | undefined
  content?: string | undefined
  attachments?: FileInput[] | undefined
}
export interface ItemInput {
  itemKey?: string | undefined
  /** The trace that the item was taken from. */
  traceID?: string | undefined
  /** If absent, the tags stay as they are. */
  tags?: string[] | undefined
  data?: ValueInput[] | undefined
  repeatedData?: { data?: ValueInput[] | undefined }[] | undefined
}

/** A state of a dataset to read: the draft or a version. */
export interface View {
  datasetId: string
  /** The version; undefined means the draft. */
  vn?: number
}
export interface ItemPage {
  size: number
  page: number
  /** Cursor: the position of the item before the page. If set, `page` is ignored. */
  after?: { pos: number; itemId: string } | undefined
  where?: SQL | undefined
  /** By default the order of positions. */
  order?: SQL | undefined
}
