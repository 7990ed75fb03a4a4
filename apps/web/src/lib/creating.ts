import type { Space } from '@orrery/contract'

/** Where a resource is about to be created. */
export interface Creating {
  space: Space
  /** The project it becomes a part of. */
  projectId?: string
  /** What a new knowledge base holds; can still be changed in the dialog. */
  format?: 'text' | 'table' | 'image'
  /** Told the new id instead of being led to its page. */
  onMade?: (id: string) => void
}
