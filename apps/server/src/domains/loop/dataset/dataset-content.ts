import type { SQL } from 'drizzle-orm'

/** One value of a turn, as it is stored. */
export interface Content {
  type: 'text' | 'image' | 'audio' | 'video' | 'parts'
  /** Of other types a list of parts as JSON (`shared/media.ts`): what reads, copies and compares texts reads them too. */
  text: string
  /** How it is shown, where that differs from its field. */
  format?: number
}
/** The values of one turn by the key of their field. An item of a dataset with single rows has one turn. */
export type Turn = Record<string, Content>

export interface Field {
  key: string
  name: string
  description: string
  contentType: number
  defaultFormat: number
  schemaKey: number
  /** JSON Schema as text; empty when anything fits. */
  textSchema: string
  isRequired: boolean
  hidden: boolean
  /** The tag whose values it takes, in a field of the type single choice. */
  tagKeyId?: string | undefined
  /** 1 available, 2 deleted: its values stay in earlier versions. */
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

/** A value as a caller gives it: its field by key, or else by name. */
export interface GivenValue {
  key?: string | undefined
  name?: string | undefined
  content?: string | undefined
  format?: number | undefined
  attachments?: GivenFile[] | undefined
  parts?: GivenPart[] | undefined
}
/** A file by the key of an upload, or by a link that was made here. */
export interface GivenFile {
  name?: string | undefined
  uri?: string | undefined
  url?: string | undefined
}
interface GivenPart {
  contentType?: number | undefined
  content?: string | undefined
  attachments?: GivenFile[] | undefined
}
export interface GivenItem {
  itemKey?: string | undefined
  /** The trace that it is taken from. */
  traceID?: string | undefined
  /** They stay as they are where none are given. */
  tags?: string[] | undefined
  data?: GivenValue[] | undefined
  repeatedData?: { data?: GivenValue[] | undefined }[] | undefined
}

/** What a reader looks at: the draft, or a version. */
export interface View {
  datasetId: string
  /** Undefined: the draft. */
  vn?: number
}
export interface ItemPage {
  size: number
  page: number
  /** Of the item before the page; counts instead of the page. */
  after?: { pos: number; itemId: string } | undefined
  where?: SQL | undefined
  /** By position when it is left out. */
  order?: SQL | undefined
}
