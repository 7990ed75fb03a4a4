import type { Space } from '@orrery/contract'
import { createValueState } from '../../lib/value-state.ts'

export type CreateWay = 'form' | 'import' | 'code'
export interface Creating {
  space: Space
  way?: CreateWay
  /** Told the new plugin instead of being led to its page. */
  onMade?: (pluginId: string) => void
}

/** Where a plugin is about to be made, and how; null: nobody is making one. */
export const creatingIn = createValueState<Creating | null>(null)
