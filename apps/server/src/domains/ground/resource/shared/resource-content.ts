import type { PortableKind } from '@orrery/contract'
import type { Json } from '#kit/read-json.ts'

export interface Reference {
  kind: PortableKind
  id: string
}
/** One resource as content: its name, its contents and its dependencies. Never contains a secret or a right. */
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
  /** Ids of the models it uses; another instance may not have them. */
  models: string[]
  content: unknown
}
export interface CarriedFile {
  bytes: Uint8Array
  contentType: string
}
/** Where content is created, and where its files are read from. */
export interface Target {
  spaceId: string
  userId: string
  projectId?: string | undefined
  /** Reads a file that the content names; undefined if the file is not available. */
  file(key: string): Promise<CarriedFile | undefined>
}
export interface ReadOptions {
  userId: string
  /** Whether rows of tables are exported: only into a file for the user who owns the rows. */
  withRows: boolean
}
interface ReadContent {
  content: unknown
  needs: Reference[]
  models?: string[]
  files?: string[]
  published: boolean
}
/** New ids by source id; undefined if the target has no such resource, so references to it are dropped. */
export type IdMap = ReadonlyMap<string, string | undefined>

/** Exports one kind of resource as content, and imports content as a resource. */
export interface Porter {
  /** Longer names are shortened. */
  nameLimit?: number
  read(id: string, options: ReadOptions): Promise<ReadContent>
  /** Throws if the content is not of this kind; drops unknown fields. */
  check(content: unknown): unknown
  create(item: BundleItem, target: Target, ids: IdMap): Promise<string>
  /** Runs after all resources have their ids. */
  connect?(id: string, item: BundleItem, ids: IdMap, target: Target): Promise<void>
  /** Replaces the current content, for a rollback. */
  restore?(id: string, item: BundleItem, ids: IdMap, userId: string): Promise<void>
  publish?(id: string, userId: string): Promise<void>
  /** What a person has to take care of after the import. */
  warnings?(content: unknown): ImportWarnings
  /** Reads a file in a format of this kind; undefined if it is not one. */
  readFile?(file: Json, fileName: string): BundleItem[] | undefined
}
interface ImportWarnings {
  /** Whether it signs in somewhere with a key, which content never contains. */
  needsKey?: boolean
  unknownNodeTypes?: string[]
}
/** The key of a model in the map of ids; it cannot be confused with a resource id. */
export const modelKey = (id: string) => `model:${id}`
