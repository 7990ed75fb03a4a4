import type { SearchKind } from '@orrery/contract'
import { createRegistry } from './registry.ts'

/** A kind of resource that opens in a dialog instead of a page. */
export interface ResourceDialog {
  id: SearchKind
  open: (spaceId: string, resourceId: string) => void
}

export const resourceDialogs = createRegistry<ResourceDialog>()
