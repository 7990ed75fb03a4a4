import type { ComponentType } from 'react'
import { createRegistry } from './registry.ts'

/** A section that higher parts of the studio add to the first page of a space with few bots or none. */
export interface FirstPagePart {
  id: string
  Content: ComponentType<{ spaceId: string }>
}

export const firstPageParts = createRegistry<FirstPagePart>()
