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

/** Each kind fills in what it has; nothing here may be secret to a reader of the list. */
export interface ResourceFacts {
  /** The one that others use. */
  version?: string
  /** Of what is not published but filled. */
  state?: 'ready' | 'empty' | 'processing' | 'failed' | 'off'
  /** Edited since that version. */
  hasEdits?: boolean
  counts?: Partial<Record<'documents' | 'slices' | 'failed' | 'fields' | 'tools', number>>
}

/** What a domain says about its kind of resource, so that library, bundles, copies and search need no code for it. */
export interface ResourceKindPort {
  porter?: Porter
  /** Moves it to the bin, or deletes what has no bin. */
  remove?(row: ResourceRow, userId: string, address: string): Promise<void>
  /** Drops what is cached of it: it went to the bin, or came back. */
  forget?(id: string): Promise<void>
  /** It went to the bin with its project: what goes on with it ends. */
  discarded?(id: string): Promise<void>
  /** Refuses to restore what has no room any more. */
  checkRestore?(row: ResourceRow): Promise<void>
  /** Came back from the bin: schedules count from now on. */
  restored?(id: string): Promise<void>
  /** What resources of this kind use of these. */
  uses?(ids: string[]): Promise<ResourceUse[]>
  /** Where people reach these now, by id. */
  channels?(ids: string[]): Promise<Map<string, Channel[]>>
  /** Deletes what is not in the database, e.g. files, before it is deleted for good. */
  purge?(id: string): Promise<void>
  /** Only where the exported content is not all there is to copy; otherwise that content is imported again. */
  copy?: CopyResource
  /** How it is copied for a bot that uses it, where that differs from `copy`. */
  copyForBot?: CopyResource
  /** Into a project of its space, or out of it. */
  move?(id: string, userId: string, projectId: string | undefined): Promise<void>
  /** A copy in another space may replace the original: there is nothing in it that a copy would not have. */
  canChangeSpace?: boolean
  /** Exists in every space under the same id, e.g. an official plugin. */
  isEverywhere?(id: string, spaceId: string): Promise<boolean>
  /** What a list says of each beside its name, by id. */
  facts?(ids: string[], client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, ResourceFacts>>
  /** What people wrote in it, by id, for the search. */
  searchTexts?(ids: string[], client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string>>
}
type Removable = Required<Pick<ResourceKindPort, 'remove'>>
type Portable = Required<Pick<ResourceKindPort, 'porter'>>
/** What is listed can be deleted, and what is portable has a porter: the compiler asks for both. */
type PortOf<K extends ResourceKind> = ResourceKindPort &
  (K extends SearchableKind ? Removable : unknown) &
  (K extends PortableKind ? Portable : unknown)

/** One port per kind. Each domain registers its own; the check at the start finds a kind that was forgotten. */
export function createResourceKinds() {
  const ports = new Map<ResourceKind, ResourceKindPort>()
  const find = (kind: ResourceKind): ResourceKindPort => ports.get(kind) ?? {}
  return {
    register<K extends ResourceKind>(kind: K, port: PortOf<K>) {
      if (ports.has(kind)) throw new Error(`The resource kind ${kind} is registered twice`)
      ports.set(kind, port)
    },
    /** Other implementations of parts of a port, for tests. */
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
