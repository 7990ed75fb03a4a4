import type { ComponentType } from 'react'
import { createRegistry } from './registry.ts'

/** Something that higher parts of the studio offer on the first page of a space with few bots or none. */
export interface FirstPagePart {
  id: string
  Content: ComponentType<{ spaceId: string }>
}

export const firstPageParts = createRegistry<FirstPagePart>()
