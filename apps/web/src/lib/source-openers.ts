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

/** Viewers for sources. Chats look them up here and need not know about knowledge bases. */
export const sourceOpeners = createRegistry<{ id: string; open: (source: OpenedSource) => void }>()
