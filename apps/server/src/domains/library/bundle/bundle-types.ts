import { BOT_LIMITS } from '@orrery/contract'
import { shorten } from './read-value.ts'

/** What can leave its place as content: everything that people make but models and connections, which hold secrets. */
export const portableKinds = ['project', 'prompt', 'plugin', 'knowledge', 'database', 'workflow', 'bot'] as const
export type PortableKind = (typeof portableKinds)[number]

export interface Reference {
  kind: PortableKind
  id: string
}
/** One resource as content: what it is called, what it holds, what it needs. Never a secret, never a right. */
export interface BundleItem {
  kind: PortableKind
  id: string
  name: string
  description: string
  icon: string
  subType: number
  /** The project in the same bundle that it is inside of, or ''. */
  project: string
  published: boolean
  needs: Reference[]
  /** Models it asks by id; another place may not have them. */
  models: string[]
  content: unknown
}
/** Bots have short names; what does not fit is cut. */
export const nameHere = ({ kind, name }: Pick<BundleItem, 'kind' | 'name'>) =>
  kind === 'bot' ? shorten(name, BOT_LIMITS.name) : name
export interface CarriedFile {
  bytes: Uint8Array
  contentType: string
}
/** Where content goes, and where its files come from. */
export interface Target {
  spaceId: string
  userId: string
  projectId?: string | undefined
  /** A file that the content names; undefined when it did not come along. */
  file(key: string): Promise<CarriedFile | undefined>
}
export interface ReadOptions {
  userId: string
  /** Rows of tables come along only into a file that its maker takes with them. */
  withRows: boolean
}
interface ReadContent {
  content: unknown
  needs: Reference[]
  models?: string[]
  files?: string[]
  published: boolean
}
/** What stands for a source id in the new place; undefined: it is not there, and what names it must do without. */
export type IdMap = ReadonlyMap<string, string | undefined>

/** How one kind of resource becomes content and content becomes a resource. */
export interface Porter {
  read(id: string, input: ReadOptions): Promise<ReadContent>
  /** Refuses what is not content of this kind; drops what does not belong to it. */
  check(content: unknown): unknown
  create(item: BundleItem, target: Target, ids: IdMap): Promise<string>
  /** Once everything has its id. */
  connect?(id: string, item: BundleItem, ids: IdMap, target: Target): Promise<void>
  /** Puts the content in the place of what is there, for a roll back. */
  restore?(id: string, item: BundleItem, ids: IdMap, userId: string): Promise<void>
  publish?(id: string, userId: string): Promise<void>
}
export type Porters = Record<PortableKind, Porter>
/** Under which a model stands in the map of ids. */
export const modelKey = (id: string) => `model:${id}`
