import { createRegistry } from './registry.ts'

/** A slice that an answer was drawn from. */
export interface OpenedSource {
  datasetId: string
  documentId: string
  sliceId: string
  dataset: string
  document: string
  text: string
  score: number
}

/** Who can show a source on its own; chats ask here and know nothing of knowledge. */
export const sourceOpeners = createRegistry<{ id: string; open: (source: OpenedSource) => void }>()
