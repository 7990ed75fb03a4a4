import type { SearchKind } from '@orrery/contract'
import { createRegistry } from './registry.ts'

/** A kind of resource that opens in a dialog over the page and has no page of its own. */
export interface ResourceDialog {
  id: SearchKind
  open: (spaceId: string, resourceId: string) => void
}

export const resourceDialogs = createRegistry<ResourceDialog>()
