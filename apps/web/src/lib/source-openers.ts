import { createRegistry } from './registry.ts'

/** A slice that an answer cites. */
export interface OpenedSource {
  datasetId: string
  documentId: string
  sliceId: string
  dataset: string
  document: string
  text: string
  score: number
}

/** Viewers for sources. Chats look them up here, so that they need not depend on knowledge bases. */
export const sourceOpeners = createRegistry<{ id: string; open: (source: OpenedSource) => void }>()
