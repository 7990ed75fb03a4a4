import type { PortableKind } from '@orrery/contract'
import type { Json } from '#kit/read-json.ts'

export interface Reference {
  kind: PortableKind
  id: string
}
/** One resource as content: its name, what it holds, what it needs. Never a secret, never a right. */
export interface BundleItem {
  kind: PortableKind
  id: string
  name: string
  description: string
  icon: string
  subType: number
  /** Id of the project it belongs to, if that is in the same bundle; otherwise ''. */
  project: string
  published: boolean
  needs: Reference[]
  /** Models it asks by id; another place may not have them. */
  models: string[]
  content: unknown
}
export interface CarriedFile {
  bytes: Uint8Array
  contentType: string
}
/** Target of the content, and source of its files. */
export interface Target {
  spaceId: string
  userId: string
  projectId?: string | undefined
  /** A file that the content names; undefined when it did not come along. */
  file(key: string): Promise<CarriedFile | undefined>
}
export interface ReadOptions {
  userId: string
  /** Rows of tables are exported only into a file of their own user. */
  withRows: boolean
}
interface ReadContent {
  content: unknown
  needs: Reference[]
  models?: string[]
  files?: string[]
  published: boolean
}
/** New id of each source id; undefined when the target has none, and references to it are dropped. */
export type IdMap = ReadonlyMap<string, string | undefined>

/** Exports one kind of resource as content, and imports content as a resource. */
export interface Porter {
  /** Names longer than this are cut. */
  nameLimit?: number
  read(id: string, options: ReadOptions): Promise<ReadContent>
  /** Refuses what is not content of this kind; drops what does not belong to it. */
  check(content: unknown): unknown
  create(item: BundleItem, target: Target, ids: IdMap): Promise<string>
  /** Runs once everything has its id. */
  connect?(id: string, item: BundleItem, ids: IdMap, target: Target): Promise<void>
  /** Replaces what is there by the content, for a roll back. */
  restore?(id: string, item: BundleItem, ids: IdMap, userId: string): Promise<void>
  publish?(id: string, userId: string): Promise<void>
  /** What a person has to look after when the content arrives. */
  warnings?(content: unknown): ImportWarnings
  /** Reads a file that holds this kind in a format of its own; undefined when it does not. */
  readFile?(file: Json, fileName: string): BundleItem[] | undefined
}
interface ImportWarnings {
  /** It signs in somewhere with a key, which no content carries. */
  needsKey?: boolean
  unknownNodeTypes?: string[]
}
/** The key of a model in the map of ids, where it cannot be mistaken for a resource. */
export const modelKey = (id: string) => `model:${id}`
