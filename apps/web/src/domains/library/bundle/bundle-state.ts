import { createStore } from '#lib/store.ts'

/** Target of a pending import, or null. */
export const importing = createStore<{ spaceId: string; projectId?: string } | null>(null)

/** What to export: the given resources, or without any the whole space. */
export interface ExportRequest {
  spaceId: string
  picks?: readonly { id: string; name: string }[]
}
export const exporting = createStore<ExportRequest | null>(null)
