import {
  libraryKinds,
  type PortableKind,
  portableKinds,
  type ResourceKind,
  searchableKinds,
  type SearchableKind,
} from '@orrery/contract'
import type pg from 'pg'
import type { ResourceRow } from '../resource.table.ts'
import type { Porter } from './resource-content.ts'
import type { Channel, ResourceUse } from './resource-use.ts'

export interface CopyTarget {
  spaceId: string
  userId: string
  projectId?: string | undefined
  name?: string | undefined
}
export type CopyResource = (id: string, target: CopyTarget) => Promise<string>

/** Facts for lists; each kind fills in what applies. Nothing here may be secret to a reader of the list. */
export interface ResourceFacts {
  /** The version that others use. */
  version?: string
  /** Of kinds that are filled instead of published. */
  state?: 'ready' | 'empty' | 'processing' | 'failed' | 'off'
  /** Whether there are edits since that version. */
  hasEdits?: boolean
  counts?: Partial<Record<'documents' | 'slices' | 'failed' | 'fields' | 'tools', number>>
}

/**
 * What a domain implements for its kind of resource, so that library, bundles, copies and search need no code for it.
 */
export interface ResourceKindPort {
  porter?: Porter
  /** Moves the resource to the bin, or deletes it if its kind has no bin. */
  remove?(row: ResourceRow, userId: string, address: string): Promise<void>
  /** Evicts cached data after the resource was moved to the bin or restored. */
  forget?(id: string): Promise<void>
  /** Called when the resource went to the bin with its project: ends running work. */
  discarded?(id: string): Promise<void>
  /** Throws if the resource cannot be restored, e.g. because the storage limit would be exceeded. */
  checkRestore?(row: ResourceRow): Promise<void>
  /** Called after a restore: schedules continue from now on, without making up missed runs. */
  restored?(id: string): Promise<void>
  /** Uses of the given resources by resources of this kind. */
  uses?(ids: string[]): Promise<ResourceUse[]>
  /** The channels on which the resources are currently published, by id. */
  channels?(ids: string[]): Promise<Map<string, Channel[]>>
  /** Deletes data outside the database, e.g. files, before the resource is purged. */
  purge?(id: string): Promise<void>
  /** Only for kinds with more to copy than their exported content; by default that content is imported again. */
  copy?: CopyResource
  /** Copies the resource for a bot that uses it, if that differs from `copy`. */
  copyForBot?: CopyResource
  /** Moves the resource into or out of a project of its space. */
  move?(id: string, userId: string, projectId: string | undefined): Promise<void>
  /** Whether a copy in another space may replace the original: the copy lacks nothing. */
  canChangeSpace?: boolean
  /** Whether the resource exists in every space under the same id, e.g. an official plugin. */
  isEverywhere?(id: string, spaceId: string): Promise<boolean>
  /** Facts that lists show beside the name, by id. */
  facts?(ids: string[], client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, ResourceFacts>>
  /** Texts that people wrote in the resources, by id, for the search index. */
  searchTexts?(ids: string[], client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string>>
}
type Removable = Required<Pick<ResourceKindPort, 'remove'>>
type Portable = Required<Pick<ResourceKindPort, 'porter'>>
/** Listed kinds can be deleted, and portable kinds have a porter: enforced by the compiler. */
type PortOf<K extends ResourceKind> = ResourceKindPort &
  (K extends SearchableKind ? Removable : unknown) &
  (K extends PortableKind ? Portable : unknown)

/** One port per kind. Each domain registers its own; a check at startup reports kinds that were forgotten. */
export function createResourceKinds() {
  const ports = new Map<ResourceKind, ResourceKindPort>()
  const find = (kind: ResourceKind): ResourceKindPort => ports.get(kind) ?? {}
  return {
    register<K extends ResourceKind>(kind: K, port: PortOf<K>) {
      if (ports.has(kind)) throw new Error(`The resource kind ${kind} is registered twice`)
      ports.set(kind, port)
    },
    /** Replaces parts of a port, for tests. */
    replace: (kind: ResourceKind, part: ResourceKindPort) => void ports.set(kind, { ...find(kind), ...part }),
    find,
    porter(kind: PortableKind): Porter {
      const { porter } = find(kind)
      if (!porter) throw new Error(`The resource kind ${kind} has no porter`)
      return porter
    },
    entries: () => [...ports.entries()],
    requireAll() {
      const missing = [...new Set([...searchableKinds, ...portableKinds, ...libraryKinds])].filter(
        (kind) => !ports.has(kind),
      )
      if (missing.length) throw new Error(`Resource kinds that no domain registered: ${missing.join(', ')}`)
    },
  }
}
export type ResourceKinds = ReturnType<typeof createResourceKinds>
