import type { ComponentType } from 'react'
import { createRegistry } from './registry.ts'

/** A dialog of a part of the studio that can be opened from every page, loaded when it is first opened. */
export interface StudioDialog {
  id: string
  /** A hook that returns whether the dialog is open. */
  useOpen: () => boolean
  Content: ComponentType
}

export const studioDialogs = createRegistry<StudioDialog>()
