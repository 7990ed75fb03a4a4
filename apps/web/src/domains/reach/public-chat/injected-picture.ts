import type { InterfaceDocument } from '@orrery/contract'

export interface Picture {
  document: InterfaceDocument
  page: string
  isPhone: boolean
}
/** The page to draw. Only the browser that takes images of pages sets this global. */
export const injectedPicture = (): Picture | undefined => (globalThis as { orreryPicture?: Picture }).orreryPicture
