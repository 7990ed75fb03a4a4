import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { CanvasNode } from './canvas.ts'
import { indexOf } from './canvas-index.ts'
import type { DocumentSnapshot, DocumentStore } from './document-store.ts'

interface Open {
  store: DocumentStore
  isReadOnly: boolean
}
const DocumentContext = createContext<Open | null>(null)

interface DocumentProviderProps {
  store: DocumentStore
  isReadOnly?: boolean
  children: ReactNode
}

export function DocumentProvider({ store, isReadOnly = false, children }: DocumentProviderProps) {
  const open = useMemo(() => ({ store, isReadOnly }), [store, isReadOnly])
  return <DocumentContext value={open}>{children}</DocumentContext>
}

function useOpen(): Open {
  const open = useContext(DocumentContext)
  if (!open) throw new Error('This part belongs into a workflow')
  return open
}

export const useDocumentStore = (): DocumentStore => useOpen().store
/** True without permission to edit, for an old version, and while a run is displayed. */
export const useReadOnly = (): boolean => useOpen().isReadOnly

/** Selects a part of the document. The result must be the same object until something in it changes. */
export function useDocument<T>(select: (snapshot: DocumentSnapshot) => T): T {
  const { store } = useOpen()
  return store.use(select)
}

/** A node by id, including nodes in loops. Renders again only when this node changes. */
export const useNode = (id: string): CanvasNode | undefined =>
  useDocument(({ canvas }) => indexOf(canvas).get(id)?.node)

export const useParentNode = (id: string): CanvasNode | undefined =>
  useDocument(({ canvas }) => indexOf(canvas).get(id)?.parent)
