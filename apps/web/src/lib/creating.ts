import type { Space } from '@orrery/contract'

/** Where a resource is about to be created. */
export interface Creating {
  space: Space
  /** The project to which the resource is added. */
  projectId?: string
  /** The content type of a new knowledge base; can still be changed in the dialog. */
  format?: 'text' | 'table' | 'image'
  /** Called with the new id instead of opening the page of the resource. */
  onCreated?: (id: string) => void
}
