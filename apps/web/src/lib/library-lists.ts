import { createRegistry } from './registry.ts'
import type { TileKind } from './tile-kind.ts'

/** A list of one kind of resource, reached from the library. */
export interface LibraryList {
  id: string
  kind: TileKind
  label: () => string
  text: () => string
  /** A route that contains `$space_id`. */
  to: string
}

export const libraryLists = createRegistry<LibraryList>()
