import type { InterfaceDocument } from '@orrery/contract'

export interface Picture {
  document: InterfaceDocument
  page: string
  isPhone: boolean
}
/** What the browser that takes images of pages was given to draw; nobody else has it. */
export const givenPicture = (): Picture | undefined => (globalThis as { orreryPicture?: Picture }).orreryPicture
