import type { ComponentType } from 'react'
import { createRegistry } from './registry.ts'

/** A dialog of a part of the studio that can be opened from every page, fetched when it is first opened. */
export interface StudioDialog {
  id: string
  /** A hook: whether it is wanted now. */
  useOpen: () => boolean
  Content: ComponentType
}

export const studioDialogs = createRegistry<StudioDialog>()
