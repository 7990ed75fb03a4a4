import { createStore } from '#lib/store.ts'

/** Where a file is to be brought in; null: nobody is at it. */
export const importing = createStore<{ spaceId: string; projectId?: string } | null>(null)

/** What is to become a file: some resources, or without any the whole space. */
export interface ExportRequest {
  spaceId: string
  picks?: readonly { id: string; name: string }[]
}
export const exporting = createStore<ExportRequest | null>(null)
