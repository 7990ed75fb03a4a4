import type { Space } from '@orrery/contract'
import type { Creating } from './creating.ts'
import type { Keys } from './keys.ts'
import { createRegistry } from './registry.ts'
import type { TileKind } from './tile-kind.ts'

/** A kind of resource that can be created, listed in the create menu and in the palette. */
export interface CreateAction {
  id: string
  label: () => string
  description?: () => string
  kind: TileKind
  /** A single letter that works while the create menu is open. */
  keys?: Keys
  /** Whether the user may create it here; the space is absent on pages outside of spaces. */
  may?: (space: Space | undefined) => boolean
  /** `where` names a project, and a callback that gets the new resource instead of its page being opened. */
  open: (space: Space | undefined, where?: Omit<Creating, 'space'>) => void
}

export const createActions = createRegistry<CreateAction>()
